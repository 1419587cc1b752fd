import { expect, it, onTestFinished } from 'vitest'
import { runUntilIdle } from '../runtime/stage.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import {
  buildHistory,
  type History,
  type HistoryBlock,
  type HistoryEvent,
} from '../testing/faults/history/build-history.ts'
import { startHistoryNode } from '../testing/faults/history/history-node.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { createIndexerStages } from './create-indexer-stages.ts'

const TIP = 30
const HONEST = buildHistory(3, TIP + 1)
const SENDER = { address: toTestAddress(7), privateKeyHex: '7'.repeat(64) }

/** Returns what is indexed from a node with this history: transfers and accounts by transaction. */
async function index(history: History): Promise<string[]> {
  const node = await startHistoryNode({ history, sender: SENDER, keyCount: 1 })
  onTestFinished(() => node.stop())
  node.setTip(TIP)
  const context = await createTestContext({ accessNodeUrl: node.url })
  await runUntilIdle(createIndexerStages(context).map(({ stage }) => stage))
  const { rows } = await context.pool.query<{ line: string }>(`
    select concat_ws(' ', tx_id, address, side, counterparty, token, units) as line
    from chain_transfer order by 1`)
  return rows.map(({ line }) => line)
}

const isWithdrawal = ({ type }: HistoryEvent) => type.endsWith('FungibleToken.Withdrawn')

/** Changes the events of the first block with a payment; the ids of blocks stay. */
function lie(change: (events: HistoryEvent[]) => HistoryEvent[]): {
  history: History
  txIds: Set<string>
} {
  const block = HONEST.blocks.find(({ events }) => events.some(isWithdrawal))
  if (block === undefined) throw new Error('the history has no payment')
  const edit = (one: HistoryBlock) => (one === block ? { ...one, events: change(one.events) } : one)
  const txIds = new Set(block.events.map((event) => event.transaction_id))
  return { history: { ...HONEST, blocks: HONEST.blocks.map(edit) }, txIds }
}

it.each([
  ['conceals a payment', (events: HistoryEvent[]) => events.filter((one) => !isWithdrawal(one))],
  [
    'invents a payment',
    (events: HistoryEvent[]) => [
      ...events,
      ...events.map((one) => ({ ...one, event_index: String(Number(one.event_index) + 10) })),
    ],
  ],
])(
  'a single node that %s falsifies only the transactions that it lies about',
  async (_, change) => {
    const { history, txIds } = lie(change)
    const [honest, deceived] = [await index(HONEST), await index(history)]
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
  const { history } = lie((events) => [...events, ...events])
  expect(await index(history)).toEqual(await index(HONEST))
})
