import type { Address } from '@app/values/address.ts'
import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FlagRow, ProposalRow, ProposalStateRow } from '../../db/tables/dao-tables.ts'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import {
  buildTransferRows,
  type Payment,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { createClearingStage } from '../clearing/create-clearing-stage.ts'
import { insertOwnFlag } from '../testing/insert-own-flag.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { createDecisionStage } from './create-decision-stage.ts'

const THIEF = toTestAddress(1)
const STASH = toTestAddress(2)
const AGENT = toTestAddress(3)
const OTHER = toTestAddress(4)
const DAY = 86_400
/** Block time of the ledger: a block a day. */
const toSeconds = (height: number) => 1_700_000_000 + height * DAY
/** The block in which the thief is accused. */
const ACCUSED_AT = 3

let context: Context
let labelId: number

beforeEach(async () => {
  context = await createTestContext()
  await recordHeartbeat(context.db, AGENT)
  labelId = await list()
  const payments = [...buildRaid(2), ...buildRaid(ACCUSED_AT)]
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
})

/** Victims pay once each, and everything leaves on the same day. */
function buildRaid(height: number): Payment[] {
  const paid = Array.from({ length: 9 }, (_, index): Payment => {
    const from = toTestAddress(1_000 + height * 100 + index)
    return { height, from, to: THIEF, units: 5_000n + BigInt(index) * 711n }
  })
  const units = paid.reduce((sum, payment) => sum + (payment.units ?? 0n), 0n)
  return [...paid, { height, from: THIEF, to: STASH, units }]
}

async function list(): Promise<number> {
  const about = { kind: 'scam', source: 'list', confidence: 0.95, reason: 'It stole.' } as const
  const { id } = await upsertLabel(context, { address: THIEF, ...about })
  await propagateLabelTaint(context)
  return id
}

async function unlist(): Promise<void> {
  await removeLabel(context, { address: THIEF, id: labelId, reason: 'It was a mistake.' })
  await propagateLabelTaint(context)
}

const decideAll = () => runUntilIdle([createDecisionStage(context)])

/** Decides about the newest score. */
async function consider(): Promise<void> {
  await scoreAccount(context, THIEF)
  await decideAll()
}

/** Lets block time pass without a new score. */
async function waitUntil(height: number): Promise<void> {
  await writeIndexedRows(context, {}, height)
  await decideAll()
}

async function listActions(address: Address = THIEF): Promise<string[]> {
  const rows = await context.db
    .selectFrom('agent_action')
    .select(['kind', 'status'])
    .where('address', '=', address)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, status }) => `${kind} ${status}`)
}

const listCases = () =>
  context.db.selectFrom('agent_case').selectAll().orderBy('opened_ms').execute()

async function readCaseId(): Promise<string> {
  const open = (await listCases()).find(({ cleared_ms }) => cleared_ms === null)
  if (open === undefined) throw new RangeError('no case is open')
  return open.case_id
}

const sealFlag = async (change: Partial<Parameters<typeof insertOwnFlag>[1]> = {}) =>
  insertOwnFlag(context, {
    address: THIEF,
    number: 1,
    caseId: await readCaseId(),
    flagger: AGENT,
    flagged_at: toSeconds(ACCUSED_AT),
    ...change,
  })

/** A flag of somebody else under a case of the agent. */
const insertForeignFlag = async (change: Partial<Insertable<FlagRow>> = {}) =>
  context.db
    .insertInto('dao_flag')
    .values({
      address: THIEF,
      number: 7,
      case_id: await readCaseId(),
      reason_code: 'keys',
      flagger: OTHER,
      flag_tx_id: toTestHash(9),
      flagged_at: toSeconds(ACCUSED_AT),
      ...change,
    })
    .execute()

describe('an accused wallet that somebody else flagged under the case of the agent', () => {
  it('carries a flag of somebody else: the agent waits for its end', async () => {
    await consider()
    await context.pool.query("update agent_action set status = 'failed' where kind = 'flag'")
    await insertForeignFlag()
    await waitUntil(ACCUSED_AT + 1)
    expect(await listActions()).toEqual(['flag failed', 'propose_freeze queued'])
    await context.db
      .updateTable('dao_flag')
      .set({ lifted_at: toSeconds(4) })
      .execute()
    await waitUntil(ACCUSED_AT + 2)
    expect(await listActions()).toEqual(['flag queued', 'propose_freeze queued'])
  })
})

describe('the flag of a wallet that was listed by mistake', () => {
  it('is cancelled while it is not signed, and the warning is withdrawn', async () => {
    await consider()
    await unlist()
    await consider()
    expect(await listActions()).toEqual(['flag failed', 'propose_freeze failed'])
    expect(await listCases()).toMatchObject([{ cleared_cause: 'label_removed' }])
  })

  it('rule 25: is not lifted before it is mirrored, nor within a day, and then is', async () => {
    await consider()
    await context.pool.query("update agent_action set status = 'sent', tx_id = 'x'")
    await unlist()
    await consider()
    const sent = ['flag sent', 'propose_freeze sent']
    expect(await listActions()).toEqual(sent)
    await sealFlag({ flagged_at: toSeconds(ACCUSED_AT) + 10 })
    await waitUntil(ACCUSED_AT + 1)
    expect(await listActions()).not.toContain('unflag queued')
    await waitUntil(ACCUSED_AT + 2)
    expect(await listActions()).toContain('unflag queued')
  })

  it('is lifted again when the first lift had to wait', async () => {
    await consider()
    await sealFlag()
    await unlist()
    await waitUntil(ACCUSED_AT + 1)
    await consider()
    await context.pool.query(
      "update agent_action set status = 'failed', is_moot = true where kind = 'unflag'",
    )
    await waitUntil(ACCUSED_AT + 2)
    expect(await listActions()).toContain('unflag queued')
  })
})

interface Opened extends Partial<Insertable<ProposalRow>> {
  status?: ProposalStateRow['stored_status']
}

async function openFreeze({ status = null, ...change }: Opened = {}): Promise<void> {
  const createdAt = toSeconds(ACCUSED_AT) - 10
  await context.db
    .insertInto('dao_proposal')
    .values({
      id: 1,
      action: 'freeze',
      target: THIEF,
      proposer: OTHER,
      rank: 'other',
      is_appeal: false,
      title: 'Freeze it',
      description: 'Freezes it',
      reason: 'because',
      reason_hash: toTestHash(1),
      created_at: createdAt,
      voting_ends_at: createdAt + DAY,
      executable_until: createdAt + 8 * DAY,
      height: 1,
      tx_id: toTestHash(1),
      ...change,
    })
    .execute()
  if (status !== 'approved') return
  await context.db
    .insertInto('dao_proposal_state')
    .values({ proposal_id: 1, stored_status: status, stored_outcome: status })
    .execute()
}

describe('a proposal to freeze', () => {
  it.each([{ proposer: THIEF }, { rank: 'voter' }] as const)(
    'rule 10: is made beside an open one of %o',
    async (opened) => {
      await openFreeze(opened)
      await consider()
      expect(await listActions()).toContain('propose_freeze queued')
    },
  )

  it.each([{ rank: 'appointed' }, { rank: 'other', status: 'approved' }] as const)(
    'rule 10: is not made beside one of %o',
    async (opened) => {
      await openFreeze(opened)
      await consider()
      expect(await listActions()).toEqual(['flag queued'])
    },
  )

  const freeze = (overruledAt: number | null) =>
    context.db
      .insertInto('dao_freeze')
      .values({
        address: THIEF,
        number: 1,
        proposal_id: 1,
        since: toSeconds(ACCUSED_AT) - DAY,
        renewed_at: toSeconds(ACCUSED_AT) - DAY,
        overruled_at: overruledAt,
        last_overruled_at: overruledAt,
      })
      .execute()

  it('is not made while a freeze stands', async () => {
    await freeze(null)
    await consider()
    expect(await listActions()).toEqual(['flag queued'])
  })

  it('rule 9: is made under a freeze that a vote overruled, which cannot be renewed', async () => {
    await freeze(toSeconds(ACCUSED_AT) - 10)
    await consider()
    expect(await listActions()).toContain('propose_freeze queued')
  })
})

describe('a wallet whose accusation was withdrawn', () => {
  it('is accused again by the same evidence when 7 days are over, without a new score', async () => {
    await consider()
    await sealFlag({ lifted_at: toSeconds(4), lift_cause: 'appeal', lift_tx_id: 'x' })
    const until = toSeconds(4) + 7 * DAY
    await context.db
      .insertInto('dao_flag_bar')
      .values({ address: THIEF, reason_code: 'listed', flagger: null, until })
      .execute()
    await writeIndexedRows(context, {}, 4)
    await expect(
      createClearingStage(context, () => Promise.reject(new RangeError('no key'))).step(),
    ).rejects.toThrow('no key')
    await decideAll()
    expect(await listCases()).toMatchObject([{ cleared_cause: 'appeal', revisit_ms: until * 1000 }])
    await waitUntil(10)
    expect(await listCases()).toHaveLength(1)
    await waitUntil(11)
    const [ended, opened] = await listCases()
    expect(ended).toMatchObject({ cleared_cause: 'appeal', revisit_ms: null })
    expect(opened).toMatchObject({ case_id: `${ended?.case_id}-2`, cleared_ms: null })
    expect(await listActions()).toEqual([
      'flag sealed',
      'propose_freeze queued',
      'flag queued',
      'propose_freeze queued',
    ])
  })
})
