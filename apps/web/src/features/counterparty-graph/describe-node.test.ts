import { expect, it } from 'vitest'
import type { GraphNode } from './build-graph.ts'
import { describeAccount, describeEdge, describeEdgeEnds, describeNode } from './describe-node.ts'

const NODE: GraphNode = {
  address: '0x179b6b1cb6755e31',
  column: 0,
  score: 15.4,
  riskLevel: 'HIGH_RISK',
  isListed: true,
  isService: false,
  isExpanded: true,
  hiddenCount: 3,
}

it('says what is known of an account', () => {
  expect(describeAccount(NODE)).toBe('on a scam list · 15.4 · ✕ High Risk')
  const unknown = { ...NODE, score: null, riskLevel: null, isListed: false, isService: true }
  expect(describeAccount(unknown)).toBe('service · not scored yet')
  const ofEvm = { ...unknown, address: `0x${'71'.repeat(20)}`, isService: false }
  expect(describeAccount(ofEvm)).toBe('in the EVM')
})

it('tells a screen reader what a click does', () => {
  expect(describeNode(NODE)).toMatch(/Show more of its counterparties: 3 are hidden$/)
  expect(describeNode({ ...NODE, isExpanded: false })).toMatch(/Show its counterparties$/)
  expect(describeNode({ ...NODE, hiddenCount: 0 })).toMatch(/High Risk$/)
})

it('describes transfers with their amounts', () => {
  const edge = {
    from: '0x179b6b1cb6755e31',
    to: '0xf3fcd2c1a78f5eee',
    count: 1,
    amounts: [{ token: 'FLOW', amount: '1200' }],
  }
  expect(describeEdge(edge)).toBe('1,200 FLOW')
  const many = { ...edge, count: 3, amounts: [...edge.amounts, { token: 'NFT', amount: '2' }] }
  expect(describeEdge(many)).toBe('1,200 FLOW + 1 more ×3')
  expect(describeEdgeEnds(edge)).toBe(' from 0x179b...5e31 to 0xf3fc...5eee. List the transfers')
})
