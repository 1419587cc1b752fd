import type { Graph, GraphEdge, GraphNode } from './build-graph.ts'

/** Sizes in CSS pixels. */
export const NODE_WIDTH = 176
export const NODE_HEIGHT = 52
const COLUMN_DISTANCE = 360
const ROW_DISTANCE = 72
const MARGIN = 16
/** Rounds of moving accounts beside their neighbours; more change nothing that one could see. */
const ROUNDS = 4

export interface PlacedNode extends GraphNode {
  /** Left upper corner. */
  x: number
  y: number
}

export interface PlacedEdge extends GraphEdge {
  /** SVG path from the account that paid to the one that received. */
  path: string
  /** Where its amount stands. */
  labelX: number
  labelY: number
}

export interface GraphLayout {
  nodes: readonly PlacedNode[]
  edges: readonly PlacedEdge[]
  width: number
  height: number
}

/**
 * Places accounts in columns, so that money moves from left to right, and in each column beside those
 * that they deal with. The same graph always gets the same picture.
 */
export function layoutGraph({ nodes, edges }: Graph): GraphLayout {
  const columns = orderColumns(toColumns(nodes), edges)
  const rows = Math.max(1, ...columns.map((column) => column.length))
  const placed = columns.flatMap((column, index) =>
    column.map((node, row) => ({
      ...node,
      x: MARGIN + index * COLUMN_DISTANCE,
      y: MARGIN + (row + (rows - column.length) / 2) * ROW_DISTANCE,
    })),
  )
  return {
    nodes: placed,
    edges: placeEdges(edges, placed),
    width: 2 * MARGIN + (columns.length - 1) * COLUMN_DISTANCE + NODE_WIDTH,
    height: 2 * MARGIN + (rows - 1) * ROW_DISTANCE + NODE_HEIGHT,
  }
}

function toColumns(nodes: readonly GraphNode[]): GraphNode[][] {
  const numbers = [...new Set(nodes.map(({ column }) => column))].sort((a, b) => a - b)
  return numbers.map((number) => nodes.filter(({ column }) => column === number))
}

/** Orders each column by the middle of the neighbours of its accounts, which avoids crossings. */
function orderColumns(columns: GraphNode[][], edges: readonly GraphEdge[]): GraphNode[][] {
  const neighbours = listNeighbours(edges)
  const ordered = [...columns]
  for (let round = 0; round < ROUNDS; round++) {
    // One column after the other: two that move at once would pass each other for ever.
    for (const [index, column] of ordered.entries()) {
      const heights = measureHeights(ordered)
      ordered[index] = sortBy(column, ({ address }) =>
        findMiddle([address, ...(neighbours.get(address) ?? [])], heights),
      )
    }
  }
  return ordered
}

/** Returns the mean height of the neighbours of an account, and its own without any. */
function findMiddle(
  [own = '', ...neighbours]: readonly string[],
  heights: ReadonlyMap<string, number>,
): number {
  const near = neighbours.flatMap((one) => heights.get(one) ?? [])
  if (near.length === 0) return heights.get(own) ?? 0
  return near.reduce((sum, one) => sum + one, 0) / near.length
}

function listNeighbours(edges: readonly GraphEdge[]): Map<string, string[]> {
  const neighbours = new Map<string, string[]>()
  for (const { from, to } of edges) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to])
    neighbours.set(to, [...(neighbours.get(to) ?? []), from])
  }
  return neighbours
}

/** Returns for each address its distance from the middle of its column, in rows. */
const measureHeights = (columns: readonly GraphNode[][]): Map<string, number> =>
  new Map(
    columns.flatMap((column) =>
      column.map(({ address }, row): [string, number] => [address, row - (column.length - 1) / 2]),
    ),
  )

/** Sorts by a number; equal ones keep their order. */
function sortBy<T>(items: readonly T[], toNumber: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, number: toNumber(item) }))
    .sort((a, b) => a.number - b.number)
    .map(({ item }) => item)
}

function placeEdges(edges: readonly GraphEdge[], nodes: readonly PlacedNode[]): PlacedEdge[] {
  const byAddress = new Map(nodes.map((node) => [node.address, node]))
  const pairs = new Set(edges.map(({ from, to }) => `${from} ${to}`))
  const neighbours = listNeighbours(edges)
  const countNeighbours = (address: string) => neighbours.get(address)?.length ?? 0
  return edges.flatMap((edge) => {
    const [from, to] = [byAddress.get(edge.from), byAddress.get(edge.to)]
    if (from === undefined || to === undefined) return []
    const hasReturn = pairs.has(`${edge.to} ${edge.from}`)
    const line = drawEdge(from, to, hasReturn ? RETURN_OFFSET : 0)
    const share = countNeighbours(edge.from) > countNeighbours(edge.to) ? 1 - NEAR : NEAR
    return [{ ...edge, ...line, labelY: line.y1 + (line.y2 - line.y1) * share }]
  })
}

/** Height of an amount on its line, from the account with fewer lines, where the lines are apart. */
const NEAR = 0.22
/** Distance between the two directions of a pair. */
const RETURN_OFFSET = 9
/** How far a line bends out that connects two accounts of a column. */
const BEND = 56

function drawEdge(from: PlacedNode, to: PlacedNode, offset: number) {
  const shift = from.x <= to.x ? -offset : offset
  const [y1, y2] = [from.y + NODE_HEIGHT / 2 + shift, to.y + NODE_HEIGHT / 2 + shift]
  if (from.x === to.x) {
    const x = from.x + (from.y < to.y ? NODE_WIDTH : 0)
    const bent = x + (from.y < to.y ? BEND : -BEND)
    return {
      path: `M${x} ${y1}C${bent} ${y1} ${bent} ${y2} ${x} ${y2}`,
      labelX: (x + 3 * bent) / 4,
      y1,
      y2,
    }
  }
  const isForward = from.x < to.x
  const x1 = isForward ? from.x + NODE_WIDTH : from.x
  const x2 = isForward ? to.x : to.x + NODE_WIDTH
  const middle = (x1 + x2) / 2
  return {
    path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
    labelX: middle,
    y1,
    y2,
  }
}
