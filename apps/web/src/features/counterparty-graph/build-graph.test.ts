import type { AccountSummary, Counterparty, Paths } from '@app/api/schemas/account.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { describe, expect, it } from 'vitest'
import {
  buildGraph,
  COUNTERPARTIES_PER_STEP,
  type GraphData,
  type GraphStep,
  MAX_NODES,
} from './build-graph.ts'

const getAddress = (number: number): Address => toAddress(number.toString(16).padStart(16, '0'))

const [ROOT, SENDER, RECIPIENT, FAR] = [1, 2, 3, 4].map(getAddress) as [
  Address,
  Address,
  Address,
  Address,
]

const buildAccount = (address: string): AccountSummary => ({
  address,
  score: 50,
  riskLevel: 'NORMAL',
  isListed: false,
  isService: false,
})

const buildCounterparty = (
  address: string,
  { sent = 0, received = 0 }: { sent?: number; received?: number },
): Counterparty => ({
  ...buildAccount(address),
  sentCount: sent,
  receivedCount: received,
  sent: [{ token: 'FLOW', amount: String(sent) }],
  received: [{ token: 'FLOW', amount: String(received) }],
  firstTime: '2026-11-01T00:00:00.000Z',
  lastTime: '2026-11-01T00:00:00.000Z',
})

const root = buildAccount(ROOT)
const expand = (address: Address): GraphStep => ({ kind: 'expand', address })

const buildData = (
  lists: Record<string, Counterparty[]>,
  paths: Record<string, Paths> = {},
): GraphData => ({
  counterparties: new Map(Object.entries(lists)),
  paths: new Map(Object.entries(paths)),
})

const DATA = buildData({
  [ROOT]: [
    buildCounterparty(SENDER, { received: 3, sent: 1 }),
    buildCounterparty(RECIPIENT, { sent: 2 }),
  ],
  [RECIPIENT]: [buildCounterparty(ROOT, { received: 2 }), buildCounterparty(FAR, { sent: 1 })],
})

const listColumns = (graph: ReturnType<typeof buildGraph>) =>
  Object.fromEntries(graph.nodes.map(({ address, column }) => [address, column]))

describe('the graph', () => {
  it('has the wallet alone while nothing is loaded', () => {
    const { nodes, edges } = buildGraph(root, [expand(ROOT)], buildData({}))
    expect([nodes.length, edges]).toEqual([1, []])
  })

  it('puts those who pay to the left and those who are paid to the right', () => {
    const graph = buildGraph(root, [expand(ROOT), expand(RECIPIENT)], DATA)
    expect(listColumns(graph)).toEqual({ [ROOT]: 0, [SENDER]: -1, [RECIPIENT]: 1, [FAR]: 2 })
  })

  it('has one edge for each direction of a pair, with its sums', () => {
    const { edges } = buildGraph(root, [expand(ROOT)], DATA)
    expect(edges.map(({ from, to, count }) => [from, to, count])).toEqual([
      [ROOT, SENDER, 1],
      [SENDER, ROOT, 3],
      [ROOT, RECIPIENT, 2],
    ])
  })

  it('is what it was before when the last step is taken back', () => {
    const steps = [expand(ROOT), expand(RECIPIENT)]
    const before = buildGraph(root, steps.slice(0, 1), DATA)
    expect(before.nodes.map(({ address }) => address)).toEqual([ROOT, SENDER, RECIPIENT])
  })

  it('ignores a step of an account that it does not show', () => {
    expect(buildGraph(root, [expand(FAR)], DATA).nodes).toHaveLength(1)
  })

  it('shows more of an account by the same step again, and says how many are hidden', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      buildCounterparty(getAddress(100 + index), { sent: 1 }),
    )
    const data = buildData({ [ROOT]: many })
    const once = buildGraph(root, [expand(ROOT)], data)
    const twice = buildGraph(root, [expand(ROOT), expand(ROOT)], data)
    expect(once.nodes).toHaveLength(1 + COUNTERPARTIES_PER_STEP)
    expect(once.nodes[0]?.hiddenCount).toBe(20 - COUNTERPARTIES_PER_STEP)
    expect(twice.nodes).toHaveLength(1 + 2 * COUNTERPARTIES_PER_STEP)
  })

  it('never shows more accounts than one can read', () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      buildCounterparty(getAddress(100 + index), { sent: 1 }),
    )
    const graph = buildGraph(root, Array(20).fill(expand(ROOT)), buildData({ [ROOT]: many }))
    expect([graph.nodes.length, graph.isFull]).toEqual([MAX_NODES, true])
  })

  it('joins an account in by the path to it', () => {
    const transfer = { txId: 'a', height: 1, time: '', kind: 'token', amount: '5', token: 'FLOW' }
    const paths: Paths = {
      paths: [
        {
          relation: 'paid',
          transfers: [
            { ...transfer, kind: 'token', from: ROOT, to: SENDER },
            { ...transfer, kind: 'token', from: FAR, to: SENDER },
          ],
        },
      ],
      accounts: [ROOT, SENDER, FAR].map(buildAccount),
    }
    const graph = buildGraph(
      root,
      [{ kind: 'join', address: FAR }],
      buildData({}, { [FAR]: paths }),
    )
    expect(listColumns(graph)).toEqual({ [ROOT]: 0, [SENDER]: 1, [FAR]: 0 })
    expect(graph.edges.map(({ from, to }) => [from, to])).toEqual([
      [ROOT, SENDER],
      [FAR, SENDER],
    ])
  })
})
