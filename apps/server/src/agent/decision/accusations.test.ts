import { ORDINARY_INPUTS } from '@app/score/tables/ordinary-inputs.generated.ts'
import type { Address } from '@app/values/address.ts'
import { type Party, toEvmAddress } from '@app/values/evm-address.ts'
import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FlagRow, ProposalRow, ProposalStateRow } from '../../db/tables/dao-tables.ts'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { createScorerStages } from '../../scorer/create-scorer-stages.ts'
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
import { createDiscoveryStage } from '../create-discovery-stage.ts'
import { readAgentHistory } from '../history/read-history.ts'
import { appendEntry } from '../history/write-entry.ts'
import { reviewAccount } from '../request-action.ts'
import { insertOwnFlag } from '../testing/insert-own-flag.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { createDecisionStage } from './create-decision-stage.ts'

const [THIEF, MULE, AGENT, OTHER, ALICE] = [1, 2, 3, 4, 5].map(toTestAddress) as [
  ...[Address, Address, Address, Address, Address],
]
const DAY = 86_400
/** Block time of the ledger: a block a day. */
const toSeconds = (height: number) => 1_700_000_000 + height * DAY

let context: Context

beforeEach(async () => {
  context = await createTestContext()
  await recordHeartbeat(context.db, AGENT)
})

/** Victims pay the thief once each, who pays the mule at once. */
function buildRaid(height: number, victims = 9): Payment[] {
  const paid = Array.from({ length: victims }, (_, index): Payment => {
    const from = toTestAddress(1_000 + height * 100 + index)
    return { height, from, to: THIEF, units: 5_000n + BigInt(index) * 711n }
  })
  return [...paid, { height, from: THIEF, to: MULE, units: sumUnits(paid) }]
}

const sumUnits = (payments: readonly Payment[]) =>
  payments.reduce((sum, { units = 0n }) => sum + units, 0n)

const index = (payments: Payment[]) =>
  writeIndexedRows(context, { transfers: buildTransferRows(payments) })

/** Puts an address on the list of scams; returns the id of the entry. */
async function list(address: Party = THIEF): Promise<number> {
  const about = {
    kind: 'scam',
    source: 'test list',
    confidence: 0.95,
    reason: 'It stole.',
  } as const
  const { id } = await upsertLabel(context, { address, ...about })
  await propagateLabelTaint(context)
  return id
}

async function unlist(id: number, address: Party = THIEF): Promise<void> {
  await removeLabel(context, { address, id, reason: 'It was a mistake.' })
  await propagateLabelTaint(context)
}

/** Discovers, scores and decides. */
const work = () =>
  runUntilIdle([
    createDiscoveryStage(context),
    ...createScorerStages(context).map(({ stage }) => stage),
    createDecisionStage(context),
  ])

const decideAll = () => runUntilIdle([createDecisionStage(context)])

/** Decides about the newest score. */
async function consider(address: Address = THIEF): Promise<void> {
  await scoreAccount(context, address)
  await decideAll()
}

/** Lets block time pass without a new score. */
async function waitUntil(height: number): Promise<void> {
  await writeIndexedRows(context, {}, height)
  await decideAll()
}

const listEntries = async (address: Address = THIEF) =>
  (await readAgentHistory(context, { limit: 100, address })).map(({ action }) => action)

async function listActions(address: Address = THIEF): Promise<string[]> {
  const rows = await context.db
    .selectFrom('agent_action')
    .select(['kind', 'status'])
    .where('address', '=', address)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, status }) => `${kind} ${status}`)
}

const endActions = (status: string, kinds = ['flag', 'propose_freeze']) =>
  context.pool.query('update agent_action set status = $1 where kind = any($2)', [status, kinds])

const listCases = (address: Address = THIEF) =>
  context.db
    .selectFrom('agent_case')
    .selectAll()
    .where('address', '=', address)
    .orderBy('opened_ms')
    .execute()

async function readCaseId(): Promise<string> {
  const open = (await listCases()).find(({ cleared_ms }) => cleared_ms === null)
  if (open === undefined) throw new RangeError('no case is open')
  return open.case_id
}

/** As after the agent's flag went to the chain, more than a day ago. */
const sealFlag = async (change: Partial<Parameters<typeof insertOwnFlag>[1]> = {}) =>
  insertOwnFlag(context, {
    ...{ address: THIEF, number: 1, caseId: await readCaseId(), flagger: AGENT },
    ...change,
  })

describe('a thief that nobody asked about', () => {
  it('is discovered, warned about, flagged, and a freeze is proposed, with what ordinary wallets show', async () => {
    await list()
    await index([...buildRaid(2), ...buildRaid(3)])
    await work()
    expect(await listEntries()).toEqual(['warn'])
    expect(await listActions()).toEqual(['flag queued', 'propose_freeze queued'])
    const [opened, ...others] = await listCases()
    expect(others).toEqual([])
    expect(opened).toMatchObject({ reason_code: 'listed', cleared_ms: null })
    const said = Object.fromEntries(
      opened?.statement.reasons.map(({ code, ordinary }) => [code, ordinary]) ?? [],
    )
    expect(said.listed).toBeUndefined()
    expect(said.passes_on).toEqual({
      input: 'sweptHourOfSent',
      unit: 'share',
      value: 1,
      ...ORDINARY_INPUTS.sweptHourOfSent,
      text: 'Share of what left that had come in within the hour: ordinary wallets 0 % to less than 1 %, this one 100 %',
    })
  })

  it('is accused once, however often the stages run and whatever else it does', async () => {
    await list()
    for (const height of [2, 3, 4]) {
      await index(buildRaid(height))
      await work()
    }
    expect(await listEntries()).toEqual(['warn'])
    expect(await listActions()).toHaveLength(2)
  })

  it('is not accused by a score from before it was taken off the list', async () => {
    const id = await list()
    await index([...buildRaid(2), ...buildRaid(3)])
    await scoreAccount(context, THIEF)
    await removeLabel(context, { address: THIEF, id, reason: 'It was another account.' })
    await decideAll()
    expect(await listEntries()).toEqual([])
    expect(await listActions()).toEqual([])
  })

  it('on no list is warned about, not flagged, and its flag is lifted when it was listed by mistake later', async () => {
    await index([...buildRaid(2), ...buildRaid(3)])
    await work()
    expect(await listEntries()).toEqual(['warn'])
    expect(await listActions()).toEqual([])
    const id = await list()
    await work()
    await sealFlag()
    await unlist(id)
    await work()
    expect(await listActions()).toContain('unflag queued')
  })
})

describe('an ordinary wallet', () => {
  it('is judged, and not accused', async () => {
    const friends = Array.from({ length: 12 }, (_, i) => toTestAddress(20 + (i % 4)))
    await index(
      friends.flatMap((friend, i): Payment[] => [
        { height: 2 + i * 3, from: friend, to: ALICE, units: 1_000n + BigInt(i * 37) },
        { height: 3 + i * 3, from: ALICE, to: friend, units: 500n + BigInt(i * 11) },
      ]),
    )
    await work()
    expect(await listEntries(ALICE)).toEqual([])
    const found = await context.db
      .selectFrom('agent_account')
      .select(['score', 'score_seq'])
      .where('address', '=', ALICE)
      .executeTakeFirstOrThrow()
    expect(found.score).toBeGreaterThan(45)
    expect(found.score_seq).toBeNull()
  })
})

describe('the history', () => {
  it('numbers what is appended at the same time, each at a time of its own, and cannot be edited', async () => {
    const entry = { address: ALICE, action: 'recheck', success: true, reason: 'Asked for.' }
    const ids = { caseId: null, evidenceHash: null, actionId: null, txId: null }
    const append = () =>
      context.db.transaction().execute((db) => appendEntry(db, { ...entry, ...ids }))
    await Promise.all(Array.from({ length: 4 }, append))
    const entries = await readAgentHistory(context, { limit: 9, address: ALICE })
    expect(entries.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(new Set(entries.map(({ atMs }) => atMs)).size).toBe(4)
    const edit = context.pool.query('update agent_entry set success = false')
    await expect(edit).rejects.toThrow(/append-only/)
  })

  it('has one of successive routine entries that changed nothing, none in that of all, and all on request', async () => {
    await list()
    await index(buildRaid(2))
    await work()
    for (let time = 0; time < 3; time += 1) {
      await reviewAccount(context, { address: THIEF, client: 'a' })
    }
    expect(await listEntries()).toEqual(['recheck', 'warn'])
    const ofAll = await readAgentHistory(context, { limit: 100 })
    expect(ofAll.map(({ action }) => action)).toEqual(['warn'])
    const query = { limit: 100, address: THIEF, isComplete: true }
    const complete = await readAgentHistory(context, query)
    expect(complete.map(({ action }) => action)).toEqual(['recheck', 'recheck', 'recheck', 'warn'])
  })
})

describe('a wallet that is accused, as it is listed', () => {
  /** The block in which it is accused. */
  const ACCUSED_AT = 3
  let labelId: number

  beforeEach(async () => {
    labelId = await list()
    await index([...buildRaid(2), ...buildRaid(ACCUSED_AT)])
  })

  it('and flagged by somebody else under the case of the agent, is flagged after the end of that flag', async () => {
    await consider()
    await endActions('failed', ['flag'])
    await context.db
      .insertInto('dao_flag')
      .values({
        address: THIEF,
        number: 7,
        case_id: await readCaseId(),
        reason_code: 'keys',
        flagger: OTHER,
        flag_tx_id: toTestHash(9),
        flagged_at: toSeconds(ACCUSED_AT),
      } satisfies Insertable<FlagRow>)
      .execute()
    await waitUntil(ACCUSED_AT + 1)
    expect(await listActions()).toEqual(['flag failed', 'propose_freeze queued'])
    await context.db
      .updateTable('dao_flag')
      .set({ lifted_at: toSeconds(4) })
      .execute()
    await waitUntil(ACCUSED_AT + 2)
    expect(await listActions()).toEqual(['flag queued', 'propose_freeze queued'])
  })

  it('by mistake, has its flag cancelled while it is not signed, and the warning withdrawn', async () => {
    await consider()
    await unlist(labelId)
    await consider()
    expect(await listActions()).toEqual(['flag failed', 'propose_freeze failed'])
    expect(await listCases()).toMatchObject([{ cleared_cause: 'label_removed' }])
    expect(await listEntries()).toEqual(['recheck', 'warn'])
  })

  it('rule 25: by mistake, has its flag lifted not before it is mirrored, nor within a day, and then once', async () => {
    await consider()
    await context.pool.query("update agent_action set status = 'sent', tx_id = 'x'")
    await unlist(labelId)
    await consider()
    expect(await listActions()).toEqual(['flag sent', 'propose_freeze sent'])
    await sealFlag({ flagged_at: toSeconds(ACCUSED_AT) + 10 })
    await waitUntil(ACCUSED_AT + 1)
    expect(await listActions()).not.toContain('unflag queued')
    await waitUntil(ACCUSED_AT + 2)
    await reviewAccount(context, { address: THIEF, client: 'a' })
    expect((await listActions()).filter((one) => one.startsWith('unflag'))).toEqual([
      'unflag queued',
    ])
  })

  it('by mistake, has its flag lifted again when the first lift had to wait', async () => {
    await consider()
    await sealFlag({ flagged_at: toSeconds(ACCUSED_AT) })
    await unlist(labelId)
    await waitUntil(ACCUSED_AT + 1)
    await consider()
    await context.pool.query(
      "update agent_action set status = 'failed', is_moot = true where kind = 'unflag'",
    )
    await waitUntil(ACCUSED_AT + 2)
    expect(await listActions()).toContain('unflag queued')
  })

  it('is accused again by the same evidence 7 days after the accusation was withdrawn, without a new score', async () => {
    await consider()
    const lift = { lifted_at: toSeconds(4), lift_cause: 'appeal', lift_tx_id: 'x' } as const
    await sealFlag({ flagged_at: toSeconds(ACCUSED_AT), ...lift })
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

  const BOTH = ['flag queued', 'propose_freeze queued']
  const FLAG = ['flag queued']

  it.each([
    [{ proposer: THIEF }, BOTH],
    [{ rank: 'voter' }, BOTH],
    [{ rank: 'appointed' }, FLAG],
    [{ rank: 'other', status: 'approved' }, FLAG],
  ] as const)(
    'rule 10: beside an open proposal to freeze of %o gets %o',
    async (opened, actions) => {
      await openFreeze(opened)
      await consider()
      expect(await listActions()).toEqual(actions)
    },
  )

  it.each([
    ['that stands', null, FLAG],
    ['that a vote overruled, which cannot be renewed', toSeconds(ACCUSED_AT) - 10, BOTH],
  ] as const)('rule 9: under a freeze %s, gets what can be', async (_, overruledAt, actions) => {
    const since = toSeconds(ACCUSED_AT) - DAY
    await context.db
      .insertInto('dao_freeze')
      .values({
        ...{ address: THIEF, number: 1, proposal_id: 1, since, renewed_at: since },
        ...{ overruled_at: overruledAt, last_overruled_at: overruledAt },
      })
      .execute()
    await consider()
    expect(await listActions()).toEqual(actions)
  })
})

describe('a wallet on no list that moves the money of a listed one on', () => {
  let labelId: number

  /** The mule pays it all to somebody new. */
  function passOn(height: number): Payment[] {
    const raid = buildRaid(height)
    const units = raid.at(-1)?.units ?? 0n
    return [...raid, { height, from: MULE, to: toTestAddress(500 + height), units }]
  }

  beforeEach(async () => {
    labelId = await list()
    await index([2, 3, 4, 5, 6].flatMap(passOn))
  })

  it('is accused and flagged for contact, which is one kind of evidence', async () => {
    await consider(MULE)
    const [opened, ...others] = await listCases(MULE)
    expect(others).toEqual([])
    expect(opened?.reason_code).toBe('contact')
    expect(opened?.statement.evidenceKinds).toEqual(['contact'])
    const actions = context.db.selectFrom('agent_action').select(['kind', 'payload'])
    expect(await actions.where('address', '=', MULE).execute()).toEqual([
      { kind: 'flag', payload: { reasonCode: 'contact' } },
    ])
  })

  it.each(['listed', 'contact'])(
    'rule 25: is not flagged while a bar against %s holds, under which a flag of it was lifted',
    async (reason_code) => {
      await context.db
        .insertInto('dao_flag_bar')
        .values({ address: MULE, reason_code, flagger: null, until: toSeconds(9) })
        .execute()
      await consider(MULE)
      expect(await listActions(MULE)).toEqual([])
      await waitUntil(8)
      expect(await listActions(MULE)).toEqual([])
      await waitUntil(9)
      expect(await listActions(MULE)).toEqual(['flag queued'])
    },
  )

  it('is listed where its own account in the EVM is, and cleared when that entry is removed', async () => {
    await unlist(labelId)
    const address = toEvmAddress(`${'0'.repeat(23)}2${'a'.repeat(16)}`)
    const at = { height: 7, tx_index: 0, event_index: 0, tx_id: 'ab', block_ms: 0 }
    await writeIndexedRows(context, {
      coaActs: [{ ...at, address, authorizer: MULE, is_sole: true }],
    })
    const id = await list(address)
    await consider(MULE)
    expect(await listCases(MULE)).toMatchObject([{ reason_code: 'listed' }])
    await unlist(id, address)
    await consider(MULE)
    expect(await listCases(MULE)).toMatchObject([{ cleared_cause: 'label_removed' }])
  })

  it('is cleared by a recheck when the money of the listed account is a trifle by now', async () => {
    await consider(MULE)
    const wage = { from: toTestAddress(700), to: MULE, units: 100_000_000n }
    await index([7, 8, 9].map((height) => ({ ...wage, height })))
    await consider(MULE)
    expect(await listCases(MULE)).toMatchObject([{ cleared_cause: 'recheck' }])
  })
})
