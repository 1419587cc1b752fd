import { expect, it, onTestFinished } from 'vitest'
import { runUntilIdle } from '../runtime/stage.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import {
  buildSeededChain,
  type SeededChain,
} from '../testing/faults/seeded-chain/build-seeded-chain.ts'
import type { SeededBlock, SeededEvent } from '../testing/faults/seeded-chain/draft.ts'
import { startSeededNode } from '../testing/faults/seeded-chain/seeded-node.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { createIndexerStages } from './create-indexer-stages.ts'

const TIP = 30
const HONEST = buildSeededChain(3, TIP + 1)
const SENDER = { address: toTestAddress(7), privateKeyHex: '7'.repeat(64) }

/** Returns what is indexed from a node with this history: transfers and accounts by transaction. */
async function index(seededChain: SeededChain): Promise<string[]> {
  const node = await startSeededNode({ seededChain, sender: SENDER, keyCount: 1 })
  onTestFinished(() => node.stop())
  node.setTip(TIP)
  const context = await createTestContext({ accessNodeUrl: node.url })
  await runUntilIdle(createIndexerStages(context).map(({ stage }) => stage))
  const { rows } = await context.pool.query<{ line: string }>(`
    select concat_ws(' ', tx_id, address, side, counterparty, token, units) as line
    from chain_transfer order by 1`)
  return rows.map(({ line }) => line)
}

const isWithdrawal = ({ type }: SeededEvent) => type.endsWith('FungibleToken.Withdrawn')

/** Changes the events of the first block with a payment; the ids of blocks stay. */
function lie(change: (events: SeededEvent[]) => SeededEvent[]): {
  seededChain: SeededChain
  txIds: Set<string>
} {
  const block = HONEST.blocks.find(({ events }) => events.some(isWithdrawal))
  if (block === undefined) throw new Error('the history has no payment')
  const edit = (one: SeededBlock) => (one === block ? { ...one, events: change(one.events) } : one)
  const txIds = new Set(block.events.map((event) => event.transaction_id))
  return { seededChain: { ...HONEST, blocks: HONEST.blocks.map(edit) }, txIds }
}

it.each([
  ['conceals a payment', (events: SeededEvent[]) => events.filter((one) => !isWithdrawal(one))],
  [
    'invents a payment',
    (events: SeededEvent[]) => [
      ...events,
      ...events.map((one) => ({ ...one, event_index: String(Number(one.event_index) + 10) })),
    ],
  ],
])(
  'a single node that %s falsifies only the transactions that it lies about',
  async (_, change) => {
    const { seededChain, txIds } = lie(change)
    const [honest, deceived] = [await index(HONEST), await index(seededChain)]
    const differing = [
      ...honest.filter((line) => !deceived.includes(line)),
      ...deceived.filter((line) => !honest.includes(line)),
      ...deceived.filter((line, position) => deceived.indexOf(line) !== position),
    ]
    expect(differing.length).toBeGreaterThan(0)
    for (const line of differing) expect(txIds).toContain(line.split(' ')[0])
  },
)

it('events that a node repeats are counted once', async () => {
  const { seededChain } = lie((events) => [...events, ...events])
  expect(await index(seededChain)).toEqual(await index(HONEST))
})
