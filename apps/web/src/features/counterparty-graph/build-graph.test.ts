import type { AccountSummary, Counterparty, Paths } from '@app/api/schemas/account.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { expect, it } from 'vitest'
import { buildGraph, COUNTERPARTIES_PER_STEP, type GraphStep, MAX_NODES } from './build-graph.ts'
import { describeAccount } from './counterparty-graph.tsx'

const getAddress = (number: number): Address => toAddress(number.toString(16).padStart(16, '0'))
const [ROOT, SENDER, RECIPIENT, FAR] = [getAddress(1), getAddress(2), getAddress(3), getAddress(4)]

const buildAccount = (address: string): AccountSummary => ({
  ...{ address, score: 50, isListed: false, isService: false },
  riskLevel: 'NORMAL',
})

const buildCounterparty = (
  address: string,
  sentCount: number,
  receivedCount = 0,
): Counterparty => ({
  ...buildAccount(address),
  ...{ sentCount, receivedCount, sent: [], received: [] },
  firstTime: '2026-11-01T00:00:00.000Z',
  lastTime: '2026-11-01T00:00:00.000Z',
})

const expand = (address: Address): GraphStep => ({ kind: 'expand', address })

const build = (
  steps: GraphStep[],
  lists: Record<string, Counterparty[]>,
  paths: [string, Paths][] = [],
) => {
  const data = { counterparties: new Map(Object.entries(lists)), paths: new Map(paths) }
  const { nodes, edges } = buildGraph(buildAccount(ROOT), steps, data)
  return {
    nodes,
    addresses: nodes.map(({ address }) => address),
    edges: edges.map(({ from, to, count }) => [from, to, count]),
  }
}

const LISTS = {
  [ROOT]: [buildCounterparty(SENDER, 1, 3), buildCounterparty(RECIPIENT, 2)],
  [RECIPIENT]: [buildCounterparty(ROOT, 0, 2), buildCounterparty(FAR, 1)],
}

it('has the accounts of its steps, and one edge for each direction of a pair with its sums', () => {
  expect(build([expand(ROOT)], {}).addresses).toEqual([ROOT])
  const { addresses, edges } = build([expand(ROOT)], LISTS)
  expect(addresses).toEqual([ROOT, SENDER, RECIPIENT])
  expect(edges).toEqual([
    [ROOT, SENDER, 1],
    [SENDER, ROOT, 3],
    [ROOT, RECIPIENT, 2],
  ])
  expect(build([expand(ROOT), expand(RECIPIENT)], LISTS).addresses).toContain(FAR)
  expect(build([expand(FAR)], LISTS).addresses).toEqual([ROOT])
})

it('shows more of an account by the same step again, and never more than one can read', () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    buildCounterparty(getAddress(9 + index), 1),
  )
  const after = (times: number) => build(Array(times).fill(expand(ROOT)), { [ROOT]: many }).nodes
  expect(after(1)).toHaveLength(1 + COUNTERPARTIES_PER_STEP)
  expect(after(1)[0]?.hiddenCount).toBe(100 - COUNTERPARTIES_PER_STEP)
  expect(after(2)).toHaveLength(1 + 2 * COUNTERPARTIES_PER_STEP)
  expect(after(20)).toHaveLength(MAX_NODES)
})

it('joins an account in by the path to it', () => {
  const shared = {
    txId: 'a',
    height: 1,
    time: '',
    kind: 'token',
    amount: '5',
    token: 'FLOW',
  } as const
  const transfers = [
    { ...shared, from: ROOT, to: SENDER },
    { ...shared, from: FAR, to: SENDER },
  ]
  const accounts = [ROOT, SENDER, FAR].map(buildAccount)
  const paths: Paths = { paths: [{ relation: 'paid', transfers }], accounts }
  const { addresses, edges } = build([{ kind: 'join', address: FAR }], {}, [[FAR, paths]])
  expect(addresses).toEqual([ROOT, SENDER, FAR])
  expect(edges).toEqual([
    [ROOT, SENDER, 1],
    [FAR, SENDER, 1],
  ])
})

it('says what is known of an account', () => {
  const listed = {
    ...buildAccount(ROOT),
    score: 15.4,
    riskLevel: 'HIGH_RISK',
    isListed: true,
  } as const
  expect(describeAccount(listed)).toBe('on a scam list · 15.4 · ✕ High Risk')
  const unknown = { ...buildAccount(ROOT), score: null, riskLevel: null, isService: true }
  expect(describeAccount(unknown)).toBe('service · not scored yet')
  const ofEvm = { ...unknown, address: `0x${'71'.repeat(20)}`, isService: false }
  expect(describeAccount(ofEvm)).toBe('in the EVM')
})
