import { expect, it } from 'vitest'
import type { Graph, GraphEdge, GraphNode } from './build-graph.ts'
import { layoutGraph, NODE_HEIGHT, NODE_WIDTH } from './layout-graph.ts'

const buildNode = (address: string, column: number): GraphNode => ({
  address,
  column,
  score: null,
  riskLevel: null,
  isListed: false,
  isService: false,
  isExpanded: false,
  hiddenCount: 0,
})

const buildEdge = (from: string, to: string): GraphEdge => ({ from, to, count: 1, amounts: [] })

const GRAPH: Graph = {
  nodes: [
    buildNode('root', 0),
    buildNode('a', 1),
    buildNode('b', 1),
    buildNode('to-b', 2),
    buildNode('to-a', 2),
    buildNode('sender', -1),
  ],
  edges: [
    buildEdge('root', 'a'),
    buildEdge('root', 'b'),
    buildEdge('b', 'to-b'),
    buildEdge('a', 'to-a'),
    buildEdge('sender', 'root'),
    buildEdge('root', 'sender'),
    buildEdge('a', 'b'),
  ],
  isFull: false,
}

const layout = layoutGraph(GRAPH)
const find = (address: string) => {
  const node = layout.nodes.find((one) => one.address === address)
  if (node === undefined) throw new Error(`${address} is not placed`)
  return node
}

it('places money from left to right, all of it inside of the picture', () => {
  expect(find('sender').x).toBeLessThan(find('root').x)
  expect(find('root').x).toBeLessThan(find('a').x)
  expect(find('a').x).toBeLessThan(find('to-a').x)
  for (const { x, y } of layout.nodes) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(x + NODE_WIDTH).toBeLessThanOrEqual(layout.width)
    expect(y + NODE_HEIGHT).toBeLessThanOrEqual(layout.height)
  }
})

it('never places two accounts over each other', () => {
  const places = layout.nodes.map(({ x, y }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(layout.nodes.length)
})

it('orders a column as its neighbours are ordered, so that lines do not cross', () => {
  expect(find('to-a').y < find('to-b').y).toBe(find('a').y < find('b').y)
})

it('draws the two directions of a pair apart', () => {
  const [there, back] = ['sender', 'root'].map((from) =>
    layout.edges.find((edge) => edge.from === from && ['root', 'sender'].includes(edge.to)),
  )
  expect(there?.path).not.toBe(back?.path)
  expect(there?.labelY).not.toBe(back?.labelY)
})

it('is the same for the same graph', () => expect(layoutGraph(GRAPH)).toEqual(layout))

it('has a place for one account alone', () => {
  const { nodes, width, height } = layoutGraph({
    nodes: [buildNode('x', 0)],
    edges: [],
    isFull: false,
  })
  expect(nodes).toHaveLength(1)
  expect([width > NODE_WIDTH, height > NODE_HEIGHT]).toEqual([true, true])
})
