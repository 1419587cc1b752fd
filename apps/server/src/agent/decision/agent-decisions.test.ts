import { ORDINARY_INPUTS } from '@app/score/tables/ordinary-inputs.generated.ts'
import type { Address } from '@app/values/address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
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
import { createDiscoveryStage } from '../create-discovery-stage.ts'
import { readAgentHistory } from '../history/read-history.ts'
import { appendEntry } from '../history/write-entry.ts'
import { reviewAccount } from '../request-action.ts'
import { insertOwnFlag } from '../testing/insert-own-flag.ts'
import { createDecisionStage } from './create-decision-stage.ts'

const THIEF = toTestAddress(1)
const STASH = toTestAddress(2)
const ALICE = toTestAddress(3)

let context: Context

beforeEach(async () => {
  context = await createTestContext()
})

/** Victims pay once each, and everything leaves on the same day. */
function buildRaid(height: number, victims: number): Payment[] {
  const own = Array.from({ length: victims }, (_, index): Payment => {
    const from = toTestAddress(1_000 + height * 100 + index)
    return { height, from, to: THIEF, units: 5_000n + BigInt(index) * 711n }
  })
  const total = own.reduce((sum, { units = 0n }) => sum + units, 0n)
  return [...own, { height, from: THIEF, to: STASH, units: total }]
}

const index = (payments: Payment[]) =>
  writeIndexedRows(context, { transfers: buildTransferRows(payments) })

const work = () =>
  runUntilIdle([
    createDiscoveryStage(context),
    ...createScorerStages(context).map(({ stage }) => stage),
    createDecisionStage(context),
  ])

async function listThief(address: Address = THIEF): Promise<number> {
  const label = await upsertLabel(context, {
    address,
    kind: 'scam',
    source: 'test list',
    confidence: 0.95,
    reason: 'Emptied wallets.',
  })
  await propagateLabelTaint(context)
  return label.id
}

const listEntries = async (address: Address) =>
  (await readAgentHistory(context, { limit: 100, address })).map(({ action }) => action)
const listActions = (address: Address) =>
  context.db
    .selectFrom('agent_action')
    .select(['kind', 'status', 'case_id as caseId'])
    .where('address', '=', address)
    .orderBy('id')
    .execute()

/** As after the agent's flag went to the chain, more than a day ago. */
async function sealFlag(): Promise<void> {
  await context.pool.query("update agent_action set status = 'sealed'")
  const flag = (await listActions(THIEF)).find(({ kind }) => kind === 'flag')
  const caseId = flag?.caseId ?? ''
  await insertOwnFlag(context, { address: THIEF, number: 1, caseId, flagger: toTestAddress(4) })
}

describe('a thief that nobody asked about', () => {
  it('is discovered, warned about, flagged, and a freeze is proposed', async () => {
    await listThief()
    await index([...buildRaid(2, 9), ...buildRaid(3, 9)])
    await work()
    expect(await listEntries(THIEF)).toEqual(['warn'])
    const actions = await listActions(THIEF)
    expect(actions.map(({ kind }) => kind)).toEqual(['flag', 'propose_freeze'])
    const cases = await context.db.selectFrom('agent_case').selectAll().execute()
    expect(cases).toMatchObject([
      { address: THIEF, case_id: actions[0]?.caseId, reason_code: 'listed', cleared_ms: null },
    ])
  })

  it('is accused with what ordinary wallets show, where they show anything', async () => {
    await listThief()
    await index([...buildRaid(2, 9), ...buildRaid(3, 9)])
    await work()
    const { statement } = await context.db
      .selectFrom('agent_case')
      .select('statement')
      .executeTakeFirstOrThrow()
    const said = Object.fromEntries(statement.reasons.map(({ code, ordinary }) => [code, ordinary]))
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
    await listThief()
    await index(buildRaid(2, 9))
    await work()
    for (const height of [3, 4]) {
      await index(buildRaid(height, 9))
      await work()
    }
    expect(await listEntries(THIEF)).toEqual(['warn'])
    expect(await listActions(THIEF)).toHaveLength(2)
  })

  it('is not accused by a score from before it was taken off the list', async () => {
    const id = await listThief()
    await index([...buildRaid(2, 9), ...buildRaid(3, 9)])
    await scoreAccount(context, THIEF)
    await removeLabel(context, { address: THIEF, id, reason: 'It was another account.' })
    await runUntilIdle([createDecisionStage(context)])
    expect(await listEntries(THIEF)).toEqual([])
    expect(await listActions(THIEF)).toEqual([])
  })

  it('on no list is not flagged by its behaviour', async () => {
    await index([...buildRaid(2, 9), ...buildRaid(3, 9)])
    await work()
    expect((await listActions(THIEF)).map(({ kind }) => kind)).toEqual([])
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

  it('gets an entry for each review by a person', async () => {
    await index(buildRaid(2, 2))
    await scoreAccount(context, ALICE)
    const outcome = await reviewAccount(context, { address: ALICE, client: '127.0.0.1' })
    expect(outcome.kind).toBe('reviewed')
    const [entry] = await readAgentHistory(context, { limit: 1, address: ALICE })
    expect(entry).toMatchObject({ action: 'recheck', success: true })
    expect(entry?.reason).toMatch(/^A visitor asked for a review of 0x[0-9a-f]{16}: the score is/)
  })
})

describe('a removed label', () => {
  it('ends the accusation', async () => {
    const id = await listThief()
    await index(buildRaid(2, 9))
    await work()
    await context.pool.query("update agent_action set status = 'failed'")
    await removeLabel(context, { address: THIEF, id, reason: 'It was a mistake.' })
    await propagateLabelTaint(context)
    await work()
    const [ended] = await context.db.selectFrom('agent_case').selectAll().execute()
    expect(ended).toMatchObject({ cleared_cause: 'label_removed' })
    expect(await listEntries(THIEF)).toEqual(['recheck', 'warn'])
  })
})

/** What anybody can recompute the hash of an entry from. */
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
})

describe('a flagged account that was listed by mistake', () => {
  it('has its flag lifted on the chain, once', async () => {
    const id = await listThief()
    await index(buildRaid(2, 9))
    await work()
    await sealFlag()
    await removeLabel(context, { address: THIEF, id, reason: 'It was a mistake.' })
    await propagateLabelTaint(context)
    await work()
    await reviewAccount(context, { address: THIEF, client: 'a' })
    const lifts = (await listActions(THIEF)).filter(({ kind }) => kind === 'unflag')
    expect(lifts).toMatchObject([{ status: 'queued' }])
  })
})

describe('a wallet that was warned about and then listed by mistake', () => {
  it('has its flag lifted when the entry is removed, although its behaviour is the same', async () => {
    await index([...buildRaid(2, 9), ...buildRaid(3, 9)])
    await work()
    expect(await listEntries(THIEF)).toEqual(['warn'])
    const id = await listThief()
    await work()
    await sealFlag()
    await removeLabel(context, { address: THIEF, id, reason: 'It was a mistake.' })
    await propagateLabelTaint(context)
    await work()
    expect((await listActions(THIEF)).map(({ kind }) => kind)).toContain('unflag')
  })
})

describe('routine entries that changed nothing', () => {
  it('are one in the history of the account, none in that of all, and complete on request', async () => {
    await listThief()
    await index(buildRaid(2, 9))
    await work()
    for (let time = 0; time < 3; time += 1) {
      await reviewAccount(context, { address: THIEF, client: 'a' })
    }
    expect(await listEntries(THIEF)).toEqual(['recheck', 'warn'])
    const ofAll = await readAgentHistory(context, { limit: 100 })
    expect(ofAll.map(({ action }) => action)).toEqual(['warn'])
    const complete = await readAgentHistory(context, {
      limit: 100,
      address: THIEF,
      isComplete: true,
    })
    expect(complete.map(({ action }) => action)).toEqual(['recheck', 'recheck', 'recheck', 'warn'])
  })
})
