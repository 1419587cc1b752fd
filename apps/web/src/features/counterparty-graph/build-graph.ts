import type { AccountSummary, Counterparty, Paths } from '@app/api/schemas/account.ts'
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
  isExpanded: boolean
  /** Its counterparties that are known and not shown. */
  hiddenCount: number
}

export interface GraphEdge {
  from: string
  to: string
  count: number
  amounts: readonly { token: string; amount: string }[]
}

export interface Graph {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
}

interface GraphData {
  /** By address; the order of the API. */
  counterparties: ReadonlyMap<string, readonly Counterparty[]>
  /** From the start to an address that was joined in. */
  paths: ReadonlyMap<string, Paths>
}

export function buildGraph(
  root: AccountSummary,
  steps: readonly GraphStep[],
  data: GraphData,
): Graph {
  const accounts = new Map<string, AccountSummary>()
  const expanded = new Set<string>()
  const listHidden = (address: string) =>
    (data.counterparties.get(address) ?? []).filter((one) => !accounts.has(one.address))
  const add = (added: readonly AccountSummary[]) => {
    for (const one of added) if (accounts.size < MAX_NODES) accounts.set(one.address, one)
  }
  add([root])
  for (const { kind, address } of steps) {
    if (kind === 'join') {
      add(data.paths.get(address)?.accounts.filter((one) => !accounts.has(one.address)) ?? [])
    } else if (accounts.has(address) && data.counterparties.has(address)) {
      expanded.add(address)
      add(listHidden(address).slice(0, COUNTERPARTIES_PER_STEP))
    }
  }
  const nodes = [...accounts.values()].map((account) => {
    const isExpanded = expanded.has(account.address)
    return {
      ...account,
      isExpanded,
      hiddenCount: isExpanded ? listHidden(account.address).length : 0,
    }
  })
  return { nodes, edges: listEdges(accounts, data) }
}

/** Lists the transfers between shown accounts, each pair and direction once. */
function listEdges(shown: ReadonlyMap<string, unknown>, data: GraphData): GraphEdge[] {
  const sums = [...data.counterparties].flatMap(([address, counterparties]) =>
    counterparties.flatMap((other) => [
      { from: address, to: other.address, count: other.sentCount, amounts: other.sent },
      { from: other.address, to: address, count: other.receivedCount, amounts: other.received },
    ]),
  )
  // Of accounts that are not expanded, only the transfers of the path are known.
  const single = [...data.paths.values()].flatMap(({ paths }) =>
    paths.flatMap(({ transfers }) =>
      transfers.map(({ from, to, amount, token }) => ({
        from: from ?? '',
        to: to ?? '',
        count: 1,
        amounts: [{ token, amount }],
      })),
    ),
  )
  const edges = new Map<string, GraphEdge>()
  for (const edge of [...sums, ...single]) {
    const key = `${edge.from} ${edge.to}`
    const isShown = shown.has(edge.from) && shown.has(edge.to)
    if (isShown && edge.count > 0 && !edges.has(key)) edges.set(key, edge)
  }
  return [...edges.values()]
}
