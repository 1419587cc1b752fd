import type { BlockRange } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AgentPolicy } from '../config.ts'
import { DECODING } from '../indexer/decode/decoding.ts'
import { removeLabel, upsertLabel } from '../labels/change-labels.ts'
import type { Context } from '../runtime/context.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { dumpSums } from '../testing/dump-sums.ts'
import {
  buildTransferRows,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'

import { toReplayContext } from './open-replay-context.ts'
import { type LabelMode, openSource } from './read-source.ts'
import { replayBlocks } from './replay-blocks.ts'

const THIEF = toTestAddress(1)
const STASH = toTestAddress(2)
const ALICE = toTestAddress(3)
const BEN = toTestAddress(4)
const CAROL = toTestAddress(5)
const DAY_MS = 86_400_000
/** Block time of `buildTransferRows`. */
const toBlockMs = (height: number) => 1_700_000_000_000 + height * DAY_MS

let server: Context

beforeEach(async () => {
  server = await createTestContext()
})

/** Victims pay once each, and everything leaves on the same day. */
function buildRaid(height: number, thief = THIEF): Payment[] {
  const paid = Array.from({ length: 9 }, (_, index): Payment => {
    const from = toTestAddress(1_000 + height * 100 + index)
    return { height, from, to: thief, units: 5_000n + BigInt(index) * 711n }
  })
  const units = paid.reduce((sum, payment) => sum + (payment.units ?? 0n), 0n)
  return [...paid, { height, from: thief, to: STASH, units }]
}

/** Three accounts that pay their friends and are paid by them, up to height 18. */
const ORDINARY_PAYMENTS = [ALICE, BEN, CAROL].flatMap((account, index) =>
  Array.from({ length: 6 }, (_, i) => i).flatMap((i): Payment[] => {
    const friend = toTestAddress(20 + index * 10 + (i % 4))
    const height = 2 + i * 3
    return [
      { height, from: friend, to: account, units: 1_000n + BigInt(i * 37 + index) },
      { height: height + 1, from: account, to: friend, units: 500n + BigInt(i * 11 + index) },
    ]
  }),
)
const WHOLE = { fromHeight: 2, toHeight: 18 }

async function index(payments: Payment[], toHeight?: number): Promise<void> {
  const heights = [...new Set(payments.map(({ height }) => height))].sort((a, b) => a - b)
  for (const height of heights) {
    const own = payments.filter((payment) => payment.height === height)
    await writeIndexedRows(server, { transfers: buildTransferRows(own) }, height)
  }
  if (toHeight !== undefined) await writeIndexedRows(server, {}, toHeight)
}

async function list(address: Address, atMs: number): Promise<number> {
  const about = { kind: 'scam', source: 'list', confidence: 0.95, reason: 'It stole.' } as const
  const { id } = await upsertLabel(server, { address, ...about })
  await dateLastChange(atMs)
  return id
}

const dateLastChange = (atMs: number) =>
  server.pool.query(
    'update label_change set at = to_timestamp($1 / 1000.0) where seq = (select max(seq) from label_change)',
    [atMs],
  )

interface Options {
  labelMode?: LabelMode
  policy?: Partial<AgentPolicy>
  scratch?: Context
}

async function replay(range: BlockRange, options: Options = {}) {
  const { labelMode = 'dated', policy = {}, scratch = await createTestContext() } = options
  const config = { ...scratch.config, agent: { ...scratch.config.agent, ...policy } }
  await using resources = new AsyncDisposableStack()
  const source = await openSource(server.config.databaseUrl ?? '', resources)
  return await replayBlocks(source, toReplayContext({ ...scratch, config }), {
    range,
    indexedFrom: 0,
    labelMode,
    onBlock: () => {},
    signal: new AbortController().signal,
  })
}

/** Every row of every table. */
async function dump(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  return await dumpSums(
    pool,
    rows.map(({ name }) => name),
  )
}

const THEFTS = [...buildRaid(5), ...buildRaid(6)]

/** With a list on which none of these accounts is. */
async function indexAll(payments: Payment[]): Promise<void> {
  await index([...ORDINARY_PAYMENTS, ...payments])
  await list(toTestAddress(99), toBlockMs(0))
}

describe('a thief', () => {
  it('is warned about by its behaviour, and flagged in the first block after it was listed', async () => {
    await indexAll(THEFTS)
    await list(THIEF, toBlockMs(14) - 1_000)
    const { accusations, ...report } = await replay(WHOLE)
    expect(accusations).toMatchObject([
      { address: THIEF, height: 5, timeMs: toBlockMs(5), reasonCode: 'behaviour' },
    ])
    expect(accusations[0]).toMatchObject({ cleared: null, verdict: 'listed' })
    expect(accusations[0]?.ordinary?.wallets).toBeGreaterThan(800)
    expect(accusations[0]?.actions).toMatchObject([
      { kind: 'warn', height: 5, timeMs: toBlockMs(5), reasonCode: 'behaviour' },
      { kind: 'flag', height: 14, timeMs: toBlockMs(14), reasonCode: 'listed' },
      { kind: 'propose_freeze', height: 14, timeMs: toBlockMs(14), reasonCode: 'listed' },
    ])
    expect(report).toMatchObject({ blocksWithEvents: 12, accusedBefore: 0, problems: [] })
  })

  it('is accused when it begins, where the current lists count for all blocks', async () => {
    await indexAll(THEFTS)
    await list(THIEF, toBlockMs(14))
    const { accusations } = await replay(WHOLE, { labelMode: 'current' })
    expect(accusations).toMatchObject([{ address: THIEF, height: 5, reasonCode: 'listed' }])
  })

  it('is only warned about when the policy says so', async () => {
    await indexAll(THEFTS)
    await list(THIEF, toBlockMs(1))
    const { accusations } = await replay(WHOLE, { policy: { autoFlag: false } })
    expect(accusations[0]?.actions.map(({ kind }) => kind)).toEqual(['warn', 'propose_freeze'])
    expect((await replay(WHOLE, { policy: { enabled: false } })).accusations).toEqual([])
  })

  it('is cleared after its entry was removed, flag included', async () => {
    await indexAll(THEFTS)
    const id = await list(THIEF, toBlockMs(1))
    await removeLabel(server, { address: THIEF, id, reason: 'It was a mistake.' })
    await dateLastChange(toBlockMs(14))
    const { accusations } = await replay(WHOLE)
    expect(accusations).toMatchObject([
      {
        address: THIEF,
        height: 5,
        cleared: { height: 14, cause: 'label_removed' },
        verdict: null,
      },
    ])
  })

  it('that was accused in the two days before the range is not accused in it', async () => {
    await indexAll([...buildRaid(12), ...buildRaid(14)])
    await list(THIEF, toBlockMs(1))
    const report = await replay({ fromHeight: 14, toHeight: 18 })
    expect(report).toMatchObject({ leadHeight: 12, accusations: [], accusedBefore: 1 })
  })

  it('is judged with what it did before', async () => {
    await indexAll([...buildRaid(5), { height: 17, from: ALICE, to: THIEF }])
    await list(THIEF, toBlockMs(1))
    const { accusations, leadHeight } = await replay({ fromHeight: 17, toHeight: 18 })
    expect(leadHeight).toBe(15)
    expect(accusations).toMatchObject([{ address: THIEF, height: 17 }])
  })
})

/** A flag on the chain, from before the thefts. */
async function indexFlag(txId: string): Promise<void> {
  const fields = { address: THIEF, caseId: 'earlier', reasonCode: 'keys', flagger: STASH }
  const event = {
    ...{ height: 3, tx_index: 900, event_index: 0, tx_id: txId, block_ms: toBlockMs(3) },
    type: 'DharmaProtection.Flagged',
    fields: JSON.stringify({ ...fields, flagNumber: '1', reasonHash: 'a'.repeat(64) }),
  }
  await server.db.insertInto('chain_contract_event').values(event).execute()
}

async function insertSentFlag(txId: string): Promise<void> {
  await server.pool.query(
    `with action as (
       insert into agent_action (address, kind, evidence_hash, idempotency_key, case_id, reason, status, payload)
       values ($1, 'flag', 'e', 'k', 'earlier', 'because', 'sealed', '{}') returning id)
     insert into agent_transaction (address, tx_id, action_id, key_address, key_index, sequence_number,
       reference_height, signed, outcome, ended_at)
     select $1, $2, id, $1, 0, 1, 1, '{}', 'sealed', now() from action`,
    [THIEF, txId],
  )
}

describe('a flag that stands already', () => {
  const replayActions = async () =>
    (await replay(WHOLE)).accusations[0]?.actions.map(({ kind }) => kind)

  beforeEach(async () => {
    await list(THIEF, toBlockMs(1))
    await indexAll(THEFTS)
    await indexFlag('a'.repeat(64))
  })

  it('of somebody else is not set again', async () => {
    expect(await replayActions()).toEqual(['warn', 'propose_freeze'])
  })

  it('of the agent itself is left out, and decided again', async () => {
    await insertSentFlag('a'.repeat(64))
    expect(await replayActions()).toEqual(['warn', 'flag', 'propose_freeze'])
  })
})

describe('a replay', () => {
  it('accuses nobody of ordinary payments', async () => {
    await indexAll([])
    const report = await replay(WHOLE)
    expect(report).toMatchObject({ accusations: [], judgedAccounts: 3, problems: [] })
    expect(report.expectedFalseAlarms).toBeLessThan(0.5)
  })

  it('gives the same report again, and changes nothing at the server', async () => {
    const thieves = [11, 12, 13, 14].map(toTestAddress)
    const raids = thieves.flatMap((thief) => [...buildRaid(5, thief), ...buildRaid(6, thief)])
    await indexAll(raids)
    for (const thief of thieves.toReversed()) await list(thief, toBlockMs(14))
    const before = await dump(server.pool)
    const first = await replay(WHOLE)
    const accused = first.accusations.map(({ address }) => address)
    expect(accused).toEqual(expect.arrayContaining(thieves))
    expect(JSON.stringify(await replay(WHOLE))).toBe(JSON.stringify(first))
    expect(await dump(server.pool)).toEqual(before)
  })

  it('of blocks without events has none', async () => {
    await index(buildRaid(3), 20)
    const report = await replay({ fromHeight: 10, toHeight: 20 })
    expect(report).toMatchObject({ first: null, last: null, blocksWithEvents: 0, accusations: [] })
  })
})

it('takes blocks for as completely read as they are at the source', async () => {
  await indexAll(THEFTS)
  await server.pool.query(
    `delete from chain_decoded; insert into chain_decoded values (0, 9, ${DECODING - 1}, null), (10, 18, ${DECODING}, null)`,
  )
  const scratch = await createTestContext()
  await replay(WHOLE, { scratch })
  const { rows } = await scratch.pool.query(
    'select from_height, to_height, decoding from chain_decoded order by 1',
  )
  expect(rows).toEqual([
    { from_height: 0, to_height: 9, decoding: DECODING - 1 },
    { from_height: 10, to_height: 18, decoding: DECODING },
  ])
})
