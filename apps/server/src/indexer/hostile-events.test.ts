import { NodeRefusedError } from '@app/flow/errors.ts'
import { listEvmEventTypes } from '@app/flow/evm/decode-evm-event.ts'
import type { BlockEvents, ChainEvent, TransactionRoles } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { createEvmSigner, LOCAL_EVM_CHAIN } from '@app/flow/testing/evm.ts'
import {
  ALICE,
  BOB,
  buildEvents,
  CAROL,
  DOLLAR,
  type EmittedEvent,
  emitCall,
  emitDeposit,
  emitSigned,
  emitWithdrawal,
  TOKENS,
  TRANSFER,
  toUint8s,
  WFLOW,
} from '@app/flow/testing/evm-events.ts'
import { type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../testing/dump-sums.ts'
import { HISTORIES } from '../testing/histories.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { createLiveStage } from './stages/create-live-stage.ts'
import { SUM_TABLES } from './sums/rebuild-sums.ts'

const opened = await openFileContext({ startHeight: 0 })
const OWNER = toTestAddress(1)
const [COA, HOSTILE_COA] = [8, 9].map((digit) =>
  toEvmAddress(`${'0'.repeat(23)}2${'0'.repeat(15)}${digit}`),
) as [EvmAddress, EvmAddress]
const MOST = 2n ** 256n - 1n

/** A node that has one block after the first: each list is a transaction, the first ones of honest people. */
function createNode(
  transactions: readonly (readonly EmittedEvent[])[],
  knowsRolesOfBlocks: boolean,
): Context['flow'] {
  const types = new Set(listEvmEventTypes('local'))
  const events = transactions.flatMap((own, txIndex) =>
    buildEvents('local', ...own).map(
      (event): ChainEvent => ({
        ...event,
        ...{ txIndex, txId: String(txIndex).padStart(64, '0') },
        ...{ height: 1, blockId: 'block 1', blockTimeMs: 1_700_000_001_000 },
      }),
    ),
  )
  const getBlock = (height: number) => ({
    ...{ height, id: `block ${height}`, parentId: `block ${height - 1}` },
    timeMs: 1_700_000_000_000 + height * 1000,
  })
  const getRoles = (txId: string): TransactionRoles => {
    const proposer = Number(txId) < HONEST.length ? OWNER : toTestAddress(9)
    return { txId, proposer, payer: proposer, authorizers: [proposer] }
  }
  const node: Partial<FlowReader> = {
    getLatestBlock: async () => getBlock(1),
    getBlockAtHeight: async (height) => getBlock(height),
    getEventsByBlock: async (type, fromHeight, toHeight): Promise<BlockEvents[]> =>
      Array.from({ length: toHeight - fromHeight + 1 }, (_, index) => ({
        ...{ height: fromHeight + index, blockId: `block ${fromHeight + index}` },
        blockTimeMs: getBlock(fromHeight + index).timeMs,
        events: events.filter(
          (event) => types.has(type) && event.type === type && event.height === fromHeight + index,
        ),
      })),
    getTransactionRoles: async (txId) => getRoles(txId),
    getBlockRoles: async () => {
      if (!knowsRolesOfBlocks) throw new NodeRefusedError('There is no such call.', 400, '')
      return transactions.map((_, index) => getRoles(String(index).padStart(64, '0')))
    },
  }
  return node as Context['flow']
}

const HONEST: EmittedEvent[][] = [
  [
    {
      name: 'CadenceOwnedAccountCreated',
      fields: { address: COA.slice(2), uuid: 5n },
    },
    emitCall({ subType: 4, from: ALICE, to: COA }),
    ...emitDeposit(COA, 500_000n, 71n),
  ],
  [emitCall({ subType: 5, from: COA, to: BOB, value: 10n ** 18n })],
  emitWithdrawal(COA, 100_000n, 72n),
]

const TABLES = [
  ...SUM_TABLES,
  ...['chain_transfer', 'chain_transaction', 'chain_coa', 'chain_coa_move', 'chain_coa_act'],
]

/** Indexes honest transactions and others after them; returns all rows, and how much was skipped. */
async function index(
  others: readonly (readonly EmittedEvent[])[],
  { knowsRolesOfBlocks = true, isOfAll = false } = {},
) {
  await clearChainTables(opened.pool)
  const context: Context = {
    ...opened,
    flow: createNode([...HONEST, ...others], knowsRolesOfBlocks),
    config: { ...opened.config, flow: { ...opened.config.flow, evmTokens: TOKENS } },
  }
  expect(await createLiveStage(context).step()).toBe('more')
  const { rows } = await opened.pool.query('select count::int from chain_evm_skipped')
  const all = await dumpSums(opened.pool, TABLES)
  const ofHonest = Object.entries(all).map(([table, lines]) => [
    table,
    lines.filter((line) => isOfAll || HONEST_PARTIES.has(JSON.parse(line).address)),
  ])
  return { rows: Object.fromEntries(ofHonest), skipped: rows[0].count }
}

const HONEST_PARTIES: ReadonlySet<string> = new Set([OWNER, COA, BOB])

const signer = createEvmSigner()
const call = (fields: Record<string, unknown>): EmittedEvent[] => {
  const honest = emitCall({ subType: 5, from: HOSTILE_COA, to: CAROL })
  return [{ ...honest, fields: { ...honest.fields, ...fields } }]
}
const nest = (depth: number): bigint[] => {
  let inner: Uint8Array = new Uint8Array()
  for (let level = 0; level < depth; level++) {
    const size = [16, 8, 0].map((shift) => (inner.length >> shift) & 255)
    inner = Buffer.concat([Uint8Array.of(250, ...size), inner])
  }
  return toUint8s(inner)
}
const wide = [250n, 3n, 13n, 64n, ...Array<bigint>(200_000).fill(192n)]
const log = (words: bigint[], data: bigint | string) => [
  emitCall({ subType: 5, from: ALICE, to: DOLLAR, logs: [{ address: DOLLAR, words, data }] }),
]
const vault = (name: 'Deposited' | 'Withdrawn', fields: Record<string, unknown>) => [
  emitCall({ subType: 5, from: CAROL, to: DOLLAR }),
  { name: `FLOWTokens${name}`, fields },
]

describe('what a contract makes of its events is counted and left out', () => {
  const [from, to] = [BigInt(ALICE), BigInt(CAROL)]
  it.each<[string, EmittedEvent[]]>([
    ['an amount of 78 digits', log([TRANSFER, from, to], MOST)],
    ['topics that are no addresses', log([TRANSFER, MOST, MOST], 5n)],
    ['topics that are missing', log([TRANSFER], 5n)],
    ['an amount that is too short', log([TRANSFER, from, to], '0x01')],
    ['an amount that is too long', log([TRANSFER, from, to], `0x${'11'.repeat(64)}`)],
    ['lists in lists in lists', call({ logs: nest(5_000) })],
    ['lists without end', call({ logs: wide })],
    ['logs that end early', call({ logs: [251n, 255n, 255n, 255n, 255n] })],
    ['a payload without fields', call({ payload: [255n, 192n] })],
    ['gas that is negative', call({ gasConsumed: -1n })],
    ['gas that is missing', call({ gasConsumed: undefined })],
    [
      'gas at a price beyond every balance',
      [
        emitSigned(
          signer.sign({
            ...{ type: 'legacy', chainId: LOCAL_EVM_CHAIN, to: CAROL, value: 0n, nonce: 0n },
            ...{ gas: 2n ** 64n - 1n, gasPrice: MOST },
          }),
          { gasConsumed: 2n ** 64n - 1n },
        ),
      ],
    ],
    ['a created contract of no length', call({ contractAddress: '0x12' })],
    ['a vault of an address of no length', vault('Deposited', { address: '12', amount: 5n })],
    [
      'a vault of an address that is none',
      vault('Withdrawn', { address: 'z'.repeat(40), amount: 5n, withdrawnUUID: 1n }),
    ],
    [
      'a created account without an address',
      [
        ...call({}).map((event) => ({ ...event, fields: { ...event.fields, type: 0n } })),
        { name: 'CadenceOwnedAccountCreated', fields: { address: '', uuid: MOST } },
      ],
    ],
  ])('%s', async (_, events) => {
    const alone = await index([])
    expect(alone.skipped).toBe(0)
    const { rows, skipped } = await index([events])
    expect(skipped).toBeGreaterThan(0)
    expect(rows).toEqual(alone.rows)
  })

  it('but not data that it returns, of any length', async () => {
    const alone = await index([])
    const returned = await index([call({ returnedData: Array<bigint>(200_000).fill(7n) })])
    expect(returned.skipped).toBe(0)
    expect(returned.rows).toEqual(alone.rows)
  })

  it('nor a balance of any size, which is only what an address has', async () => {
    const [paid, deposited] = emitDeposit(CAROL, 7n, 90n)
    const fields = { ...deposited.fields, balanceAfterInAttoFlow: MOST }
    expect((await index([[paid, { ...deposited, fields }]])).skipped).toBe(0)
  })
})

const anyLog = fc.record({
  address: fc.constantFrom(DOLLAR, WFLOW, CAROL),
  words: fc.array(
    fc.oneof(fc.constant(TRANSFER), fc.bigInt(0n, MOST), fc.constant(BigInt(CAROL))),
    {
      maxLength: 4,
    },
  ),
  data: fc.bigInt(0n, MOST),
})
const anyEvent: fc.Arbitrary<EmittedEvent> = fc.oneof(
  fc
    .record({
      subType: fc.integer({ min: 0, max: 6 }),
      from: fc.constantFrom(CAROL, toEvmAddress('7'.repeat(40))),
      to: fc.constantFrom(CAROL, DOLLAR, toEvmAddress('8'.repeat(40))),
      value: fc.bigInt(0n, MOST),
      logs: fc.array(anyLog, { maxLength: 5 }),
      hasFailed: fc.boolean(),
    })
    .map(emitCall),
  fc.record({
    name: fc.constantFrom('FLOWTokensDeposited', 'FLOWTokensWithdrawn'),
    fields: fc.record({
      address: fc.constantFrom(CAROL, CAROL.slice(2), '', 'xyz', '0'.repeat(41)),
      amount: fc.bigInt(-1n, 2n ** 64n),
      depositedUUID: fc.bigInt(0n, 2n ** 64n),
      withdrawnUUID: fc.bigInt(0n, 2n ** 64n),
      balanceAfterInAttoFlow: fc.bigInt(0n, MOST),
    }),
  }),
)

it('any events of contracts leave indexing running, and honest payments as they are', async () => {
  const alone = await index([])
  const block = fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 6 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(block, async (others) => {
      expect((await index(others)).rows).toEqual(alone.rows)
    }),
    { numRuns: HISTORIES * 4, endOnFailure: true },
  )
})

it('who only relays what others signed does nothing, whether the node knows who did what in a block or not', async () => {
  const order = { type: 'legacy', chainId: LOCAL_EVM_CHAIN, gas: 21_000n, gasPrice: 1n } as const
  const signed = signer.sign({ ...order, to: CAROL, value: 10n ** 18n, nonce: 0n })
  const all = await index([[emitSigned(signed)]], { isOfAll: true })
  expect(all.rows.chain_transaction.join()).not.toContain(toTestAddress(9))
  const alone = await index([[emitSigned(signed)]], { isOfAll: true, knowsRolesOfBlocks: false })
  expect(alone.rows).toEqual(all.rows)
})
