import type {
  AccountSummary,
  AccountTransfer,
  Counterparty,
  Paths,
} from '@app/api/schemas/account.ts'
import type { Party } from '@app/values/evm-address.ts'

/** What the user did to the graph. `expand` of the same account again shows more of its counterparties. */
export interface GraphStep {
  kind: 'expand' | 'join'
  address: Party
}

export const COUNTERPARTIES_PER_STEP = 8

/** Accounts shown at most: more of them nobody can read. */
export const MAX_NODES = 40

export interface GraphNode extends AccountSummary {
  /** Money moves from lower columns to higher ones, as far as the picture can show it; 0: where it starts. */
  column: number
  isExpanded: boolean
  /** Its counterparties that are known and not shown. */
  hiddenCount: number
}

/** All transfers from one account to another. */
export interface GraphEdge {
  from: string
  to: string
  count: number
  amounts: readonly { token: string; amount: string }[]
}

export interface Graph {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  /** `MAX_NODES` is reached: nothing can be added. */
  isFull: boolean
}

/** What was loaded for the steps. */
export interface GraphData {
  /** By address; the order of the API. */
  counterparties: ReadonlyMap<string, readonly Counterparty[]>
  /** From the start to an address that was joined in. */
  paths: ReadonlyMap<string, Paths>
}

/** Builds the graph that the steps lead to, as far as their data is loaded. Deterministic. */
export function buildGraph(
  root: AccountSummary,
  steps: readonly GraphStep[],
  data: GraphData,
): Graph {
  const nodes = new Map<string, GraphNode>([[root.address, toNode(root, 0)]])
  for (const step of steps) {
    if (step.kind === 'expand') expand(nodes, step.address, data)
    else join(nodes, data.paths.get(step.address))
  }
  const shown = [...nodes.values()].map((node) => countHidden(node, nodes, data))
  return { nodes: shown, edges: listEdges(nodes, data), isFull: nodes.size >= MAX_NODES }
}

const toNode = (account: AccountSummary, column: number): GraphNode => ({
  address: account.address,
  score: account.score,
  riskLevel: account.riskLevel,
  isListed: account.isListed,
  isService: account.isService,
  column,
  isExpanded: false,
  hiddenCount: 0,
})

function expand(nodes: Map<string, GraphNode>, address: string, data: GraphData): void {
  const node = nodes.get(address)
  const counterparties = data.counterparties.get(address)
  if (node === undefined || counterparties === undefined) return
  node.isExpanded = true
  const added = counterparties.filter((one) => !nodes.has(one.address))
  for (const one of added.slice(0, COUNTERPARTIES_PER_STEP)) {
    if (nodes.size >= MAX_NODES) return
    const isSender = one.receivedCount > one.sentCount
    nodes.set(one.address, toNode(one, node.column + (isSender ? -1 : 1)))
  }
}

/** Adds the accounts of the shortest paths, each beside the account before it. */
function join(nodes: Map<string, GraphNode>, paths: Paths | undefined): void {
  if (paths === undefined) return
  const accounts = new Map(paths.accounts.map((account) => [account.address, account]))
  for (const { from, to } of paths.paths.flatMap(({ transfers }) => transfers)) {
    if (from === null || to === null || nodes.size >= MAX_NODES) continue
    addAt(nodes, accounts.get(to), columnBeside(nodes.get(from), 1))
    addAt(nodes, accounts.get(from), columnBeside(nodes.get(to), -1))
  }
}

const columnBeside = (neighbour: GraphNode | undefined, distance: 1 | -1) =>
  neighbour && neighbour.column + distance

function addAt(
  nodes: Map<string, GraphNode>,
  account: AccountSummary | undefined,
  column: number | undefined,
): void {
  if (account === undefined || column === undefined || nodes.has(account.address)) return
  nodes.set(account.address, toNode(account, column))
}

function countHidden(
  node: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  data: GraphData,
): GraphNode {
  const known = data.counterparties.get(node.address) ?? []
  const hidden = node.isExpanded ? known.filter((one) => !nodes.has(one.address)) : []
  return { ...node, hiddenCount: hidden.length }
}

/** Lists the transfers between shown accounts, each pair and direction once. */
function listEdges(nodes: ReadonlyMap<string, GraphNode>, data: GraphData): GraphEdge[] {
  const edges = new Map<string, GraphEdge>()
  const add = (edge: GraphEdge) => {
    const key = `${edge.from} ${edge.to}`
    const isShown = nodes.has(edge.from) && nodes.has(edge.to)
    if (isShown && edge.count > 0 && !edges.has(key)) edges.set(key, edge)
  }
  for (const [address, counterparties] of data.counterparties) {
    for (const { address: other, ...sums } of counterparties) {
      add({ from: address, to: other, count: sums.sentCount, amounts: sums.sent })
      add({ from: other, to: address, count: sums.receivedCount, amounts: sums.received })
    }
  }
  for (const { paths } of data.paths.values()) {
    for (const transfer of paths.flatMap(({ transfers }) => transfers)) add(toEdge(transfer))
  }
  return [...edges.values()]
}

/** Of accounts that are not expanded, only the transfers of the path are known. */
const toEdge = ({ from, to, amount, token }: AccountTransfer): GraphEdge => ({
  from: from ?? '',
  to: to ?? '',
  count: 1,
  amounts: [{ token, amount }],
})
