import type { Address } from '@app/values/address.ts'
import {
  type EvmAddress,
  isCadenceOwned,
  isEvmAddress,
  type Party,
  toEvmAddress,
} from '@app/values/evm-address.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  AccountEventRow,
  CoaMoveRow,
  NewCoaActRow,
  TransferRow,
} from '../../db/tables/chain-tables.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import { HISTORIES } from '../../testing/histories.ts'
import {
  buildLiveCursor,
  buildTransferRows,
  DOLLAR,
  FLOW,
  labelAccount,
  NO_ROWS,
  toTestAddress,
} from '../../testing/ledger.ts'
import { buildChildActs, buildStakeRows, linkChild } from '../../testing/own-places.ts'
import type { RangeRows } from '../decode/build-rows.ts'
import { DECODING } from '../decode/decoding.ts'
import { createExposureStage } from '../stages/create-exposure-stage.ts'
import { findNewestOutdatedRange } from '../stages/cursors.ts'
import { writeRange } from '../write/write-range.ts'
import { writeReread } from '../write/write-reread.ts'
import { rebuildSums, SUM_TABLES } from './rebuild-sums.ts'

const context = await openFileContext()

const HEIGHTS = 12
const ACCOUNTS: readonly Address[] = [0, 1, 2, 3].map(toTestAddress)
const toCoa = (number: number) =>
  toEvmAddress(`${'0'.repeat(23)}2${String(number).padStart(16, '0')}`)
const STAKING = toTestAddress(9)
const COAS = [1, 2, 3].map(toCoa)
const STRANGERS = [1, 2, 3].map((number) => toEvmAddress(String(number).repeat(40)))

const height = fc.nat(HEIGHTS - 1)
const party: fc.Arbitrary<Party> = fc.constantFrom<Party>(
  ...ACCOUNTS,
  ...COAS,
  ...COAS.slice(0, 2),
  ...STRANGERS,
)

const moves = fc.array(
  fc.record({
    height,
    from: fc.option(party, { freq: 9 }),
    to: fc.option(party, { freq: 9 }),
    /** Who starts it, if not the payer: 0, mostly. */
    starter: fc.constantFrom(...COAS, ...STRANGERS, null, null, null),
    units: fc.bigInt({ min: 1n, max: 300n }),
    token: fc.constantFrom(FLOW, DOLLAR),
    isEmptied: fc.boolean(),
    isDust: fc.boolean(),
    isSwept: fc.boolean(),
    balance: fc.option(fc.bigInt({ min: 0n, max: 10n ** 8n }), { freq: 2 }),
  }),
  { minLength: 1, maxLength: 25 },
)

const acts = fc.array(
  fc.record({
    height,
    coa: fc.constantFrom(...COAS.slice(0, 2)),
    authorizers: fc.uniqueArray(fc.constantFrom(...ACCOUNTS.slice(0, 2)), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  { maxLength: 7 },
)

const deployments = fc.array(fc.record({ height, address: fc.constantFrom(...ACCOUNTS) }), {
  maxLength: 1,
})

const stakeMoves = fc.array(
  fc.record({
    height,
    stake: fc.constantFrom('node', 'node/1'),
    address: fc.constantFrom(...ACCOUNTS),
    isPut: fc.boolean(),
  }),
  { maxLength: 4 },
)

const links = fc.array(
  fc.record({
    height,
    parent: fc.constantFrom(...ACCOUNTS.slice(0, 2)),
    child: fc.constantFrom(...ACCOUNTS.slice(1)),
    isRemoved: fc.boolean(),
  }),
  { maxLength: 3 },
)

type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never

interface History {
  moves: Drawn<typeof moves>
  acts: Drawn<typeof acts>
  deployments: Drawn<typeof deployments>
  stakeMoves: Drawn<typeof stakeMoves>
  links: Drawn<typeof links>
}

const history: fc.Arbitrary<History> = fc.record({ moves, acts, deployments, stakeMoves, links })

/** The rows that the indexer builds of a history. */
function buildRows({ moves, acts, deployments, stakeMoves, links }: History): RangeRows {
  const real = moves.filter(({ from, to }) => from !== to)
  const ofCoas = real.filter((move) => [move.from, move.to].some(isCoa))
  const others = real.filter((move) => ![move.from, move.to].some(isCoa))
  const staked = buildStakeRows(stakeMoves)
  const moveTime = <Row extends { height: number }>(row: Row) => ({
    ...row,
    block_ms: toPosition(row.height, 0).block_ms,
  })
  return {
    ...NO_ROWS,
    transfers: [...buildTransferRows(others), ...staked.transfers.map(moveTime)],
    stakeActs: staked.stakeActs.map(moveTime),
    childActs: links.flatMap(buildLink).map(moveTime),
    coaMoves: ofCoas.flatMap((move, index) => buildCoaMoves(move, 1000 + index)),
    coaActs: acts.flatMap(buildActs),
    accountEvents: deployments.map(buildDeployment),
  }
}

const buildLink = (
  { height: at, parent, child, isRemoved }: History['links'][number],
  index: number,
) =>
  [
    ...linkChild(at, parent, child),
    ...(isRemoved ? buildChildActs([{ height: at, parent, child, kind: 'removed' }]) : []),
  ].map((act) => ({ ...act, event_index: 10 * index + (act.kind === 'removed' ? 1 : 0) }))

const isCoa = (one: Party | null): one is EvmAddress => one !== null && isCadenceOwned(one)

const toPosition = (at: number, txIndex: number) => ({
  height: at,
  tx_index: txIndex,
  event_index: 3,
  tx_id: `${at}-${txIndex}`,
  block_ms: (1_700_000_000 + at * 86_400) * 1000,
})

function buildCoaMoves(move: History['moves'][number], txIndex: number): CoaMoveRow[] {
  const { from, to, starter, units, token, isEmptied, isDust, isSwept, balance } = move
  const isCadence = from === null || ACCOUNTS.some((account) => account === from)
  const initiator = isCadence ? null : (starter ?? (from as EvmAddress))
  return [...new Set([from, to, initiator].filter(isCoa))].map((address) => ({
    ...toPosition(move.height, txIndex),
    ...{ address, split_index: 0, sender: from, recipient: to, initiator, token, units },
    ...{ is_emptied: isEmptied, is_dust: isDust, is_initiated: !isSwept, is_swept: isSwept },
    balance_after: isCadence || to === null ? balance : null,
  }))
}

const buildActs = ({ height: at, coa, authorizers }: History['acts'][number], index: number) =>
  authorizers.map(
    (authorizer): NewCoaActRow => ({
      ...toPosition(at, 2000 + index),
      ...{ address: coa, authorizer, is_sole: authorizers.length === 1 },
    }),
  )

const buildDeployment = (
  { height: at, address }: History['deployments'][number],
  index: number,
): AccountEventRow => ({
  ...toPosition(at, 3000 + index),
  ...{ address, kind: 'contract_added', detail: 'Vending' },
})

const selectRows = (rows: RangeRows, low: number, high: number): RangeRows => {
  const isWithin = (row: { height: number }) => row.height >= low && row.height <= high
  return {
    ...rows,
    transfers: rows.transfers.filter(isWithin),
    coaMoves: rows.coaMoves.filter(isWithin),
    coaActs: rows.coaActs.filter(isWithin),
    accountEvents: rows.accountEvents.filter(isWithin),
    stakeActs: rows.stakeActs.filter(isWithin),
    childActs: rows.childActs.filter(isWithin),
  }
}

/**
 * What a decoding without the EVM and own places makes of the same history: the sides of accounts, without the others,
 * and stakes as payments to their contract.
 */
function buildEarlierRows({ moves, ...rest }: History): RangeRows {
  const { transfers, accountEvents } = buildRows({ moves, ...rest })
  const ofCoas = moves.filter(({ from, to }) => from !== to && [from, to].some(isCoa))
  const coaTransfers = buildTransferRows(ofCoas).map((row) => ({
    ...row,
    tx_index: row.tx_index + 1000,
  }))
  return {
    ...NO_ROWS,
    transfers: [...transfers.flatMap(toEarlierStake), ...coaTransfers].flatMap((row) =>
      isEvmAddress(row.address) ? [] : [{ ...row, counterparty: withoutEvm(row.counterparty) }],
    ),
    accountEvents,
  }
}

const withoutEvm = (counterparty: Party | null): Party | null =>
  counterparty !== null && isEvmAddress(counterparty) ? null : counterparty

const TABLES = [
  ...SUM_TABLES,
  'chain_decoded',
  ...['chain_transfer', 'chain_coa_move', 'chain_coa_act', 'chain_coa', 'chain_coa_rewrite'],
]

interface Order {
  /** The first height that is written. */
  middle: number
  /** Blocks of each range below it. */
  size: number
  /** Transfers that are rewritten with each range. */
  rewriteLimit: number
  /** Whether another stage goes on between two ranges. */
  isStaged: boolean
  /** Whether a decoding without the EVM has read all of it before. */
  isReread: boolean
}

const order: fc.Arbitrary<Order> = fc.record({
  middle: height,
  size: fc.integer({ min: 1, max: HEIGHTS }),
  rewriteLimit: fc.constantFrom(1, 3, 100),
  isStaged: fc.boolean(),
  isReread: fc.boolean(),
})

async function writeInOrder(
  drawn: History,
  { middle, size, rewriteLimit, isStaged, isReread }: Order,
) {
  const rows = isReread ? buildEarlierRows(drawn) : buildRows(drawn)
  const decoding = isReread ? DECODING - 1 : DECODING
  const write = async (direction: 'live' | 'backfill', low: number, high: number) => {
    const { rows: cursors } = await context.pool.query(
      'select * from chain_cursor where direction = $1',
      [direction],
    )
    const [before = null] = cursors
    const top = direction === 'live' ? high : middle - 1
    const bottom = direction === 'live' ? middle : low
    const after = { ...buildLiveCursor(bottom, top), direction }
    const common = { network: 'local', hasContractEvents: true, rewriteLimit, decoding } as const
    await writeRange(context.pool, { ...common, rows: selectRows(rows, low, high), before, after })
    if (isStaged) await createExposureStage(context, 1).step()
  }
  await write('live', middle, middle)
  for (let high = middle - 1; high >= 0; high -= size)
    await write('backfill', Math.max(0, high - size + 1), high)
  for (let at = middle + 1; at < HEIGHTS; at++) await write('live', at, at)
  if (isReread)
    while (await readAgain(buildRows(drawn), size))
      if (isStaged) await createExposureStage(context, 1).step()
  await runUntilIdle([createExposureStage(context, isStaged ? 1 : undefined)])
}

/** Reads the newest blocks again which a decoding without the EVM has read. */
async function readAgain(rows: RangeRows, size: number): Promise<boolean> {
  const outdated = await findNewestOutdatedRange(context.db, DECODING)
  if (outdated === null) return false
  const fromHeight = Math.max(outdated.from_height, outdated.to_height - size + 1)
  await writeReread(context.pool, {
    ...{ network: 'local', decoding: DECODING, outdated, fromHeight, parentId: 'below' },
    rows: selectRows(rows, fromHeight, outdated.to_height),
  })
  return true
}

const [alice, bob] = ACCOUNTS as [Address, Address]

function toEarlierStake(row: TransferRow): TransferRow[] {
  if (row.own_place !== 'staking') return [row]
  const plain = { ...row, own_place: null, split_index: 0 }
  const side = row.side === 'out' ? 'in' : 'out'
  return [
    { ...plain, counterparty: STAKING },
    { ...plain, address: STAKING, side, counterparty: row.address, is_initiated: false },
  ]
}

/** What looked like a change of hands is none: both held it before. */
const HELD_TOGETHER_FIRST: History = {
  moves: [
    {
      ...{ height: 6, from: STRANGERS[0]!, to: COAS[0]!, starter: null, units: 100n, token: FLOW },
      ...{ isEmptied: false, isDust: false, isSwept: false, balance: null },
    },
  ],
  acts: [
    { height: 3, coa: COAS[0]!, authorizers: [alice, bob] },
    { height: 5, coa: COAS[0]!, authorizers: [alice] },
    { height: 8, coa: COAS[0]!, authorizers: [bob] },
  ],
  ...{ deployments: [], stakeMoves: [], links: [] },
}

/** The child stops being own with its payment, and is own again when the payee turns out to be its own. */
const PAID_ITSELF: History = {
  moves: [
    {
      ...{ height: 9, from: alice, to: bob, starter: null, units: 100n, token: FLOW },
      ...{ isEmptied: true, isDust: false, isSwept: false, balance: null },
    },
    {
      ...{ height: 8, from: bob, to: COAS[0]!, starter: null, units: 50n, token: FLOW },
      ...{ isEmptied: false, isDust: false, isSwept: false, balance: null },
    },
  ],
  acts: [{ height: 3, coa: COAS[0]!, authorizers: [bob] }],
  deployments: [],
  stakeMoves: [],
  links: [{ height: 9, parent: alice, child: bob, isRemoved: false }],
}

const DOWNWARDS: Order = {
  ...{ middle: HEIGHTS - 1, size: 2, rewriteLimit: 100 },
  ...{ isStaged: false, isReread: false },
}

describe('for any history with Cadence-owned accounts', () => {
  it('any order of ranges gives the rows and sums of one range, and those of a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        order,
        fc.constantFrom<Party>(...ACCOUNTS, ...COAS, ...STRANGERS),
        async (drawn, how, thief) => {
          const rows = buildRows(drawn)
          await clearChainTables(context.pool)
          await labelAccount(context, thief)
          await writeRange(context.pool, {
            ...{ network: 'local', rows, hasContractEvents: true, before: null },
            after: buildLiveCursor(0, HEIGHTS - 1),
          })
          await runUntilIdle([createExposureStage(context)])
          const atOnce = await dumpSums(context.pool, TABLES)
          await clearChainTables(context.pool)
          await labelAccount(context, thief)
          await writeInOrder(drawn, how)
          expect(await dumpSums(context.pool, TABLES)).toEqual(atOnce)
          await rebuildSums(context.pool, 'local', [
            { fromHeight: 5, toHeight: HEIGHTS },
            { fromHeight: 0, toHeight: 4 },
          ])
          expect(await dumpSums(context.pool, TABLES)).toEqual(atOnce)
        },
      ),
      {
        numRuns: HISTORIES,
        endOnFailure: true,
        examples: [
          [HELD_TOGETHER_FIRST, DOWNWARDS, STRANGERS[0]!],
          [PAID_ITSELF, DOWNWARDS, STRANGERS[0]!],
          [HELD_TOGETHER_FIRST, { ...DOWNWARDS, isReread: true }, STRANGERS[0]!],
        ],
      },
    )
  })

  it('an account has put into the EVM what its own accounts there got, until they are handed over', async () => {
    const holds = async (drawn: History, how: Order) => {
      await clearChainTables(context.pool)
      await writeInOrder(drawn, how)
      expect(await readPutIntoEvm()).toEqual(await sumPutIntoEvm(buildRows(drawn).coaMoves))
    }
    await fc.assert(fc.asyncProperty(history, order, holds), {
      numRuns: HISTORIES,
      endOnFailure: true,
    })
  })
})

/** By account and token, what is left of what it put into the EVM. */
async function readPutIntoEvm(): Promise<Record<string, bigint>> {
  const { rows } = await context.pool.query<{ key: string; left: bigint }>(
    `select concat_ws(' ', address, token) as key, put_units - taken_units as left
     from chain_own_place where place = 'evm' and put_units <> taken_units`,
  )
  return Object.fromEntries(rows.map(({ key, left }) => [key, left]))
}

/** Adds up the same from the moves of each Cadence-owned account alone. */
async function sumPutIntoEvm(moves: readonly CoaMoveRow[]): Promise<Record<string, bigint>> {
  const { rows: coas } = await context.pool.query<{
    address: EvmAddress
    owner: Address | null
    until_height: number | null
    until_tx_index: number | null
  }>('select * from chain_coa')
  const left: Record<string, bigint> = {}
  for (const { address, owner, until_height: end, until_tx_index: endIndex } of coas) {
    const own = moves.filter(
      (move) =>
        move.address === address &&
        (move.sender === address || move.recipient === address) &&
        (end === null ||
          move.height < end ||
          (move.height === end && move.tx_index < (endIndex ?? 0))),
    )
    for (const [token, ofToken] of owner === null ? [] : Map.groupBy(own, (move) => move.token)) {
      const net = ofToken.reduce(
        (sum, { recipient, units }) => sum + (recipient === address ? units : -units),
        0n,
      )
      const isGone = end !== null && net > 0n
      const key = `${owner} ${token}`
      left[key] = (left[key] ?? 0n) + (isGone ? 0n : net)
    }
  }
  return Object.fromEntries(Object.entries(left).filter(([, units]) => units !== 0n))
}
