import type { ApiClient } from '@app/api/client/client.ts'
import { listPaths } from '@app/api/routes/accounts.ts'
import type { AccountSummary } from '@app/api/schemas/account.ts'
import { type Party, parseParty, toParty } from '@app/values/evm-address.ts'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { counterpartiesQuery } from '../../lib/counterparties-query.ts'
import { navigate, useLocation } from '../../lib/router/location.ts'
import { buildGraph, type Graph, type GraphStep } from './build-graph.ts'

interface LoadedGraph {
  graph: Graph
  isLoading: boolean
  /** Problems as sentences. */
  problems: readonly string[]
  reload: () => void
}

/** Loads what the steps need, and builds the graph of it. */
export function useGraph(root: AccountSummary, steps: readonly GraphStep[]): LoadedGraph {
  const api = useApi()
  const rootAddress = toParty(root.address)
  const expanded = listAddresses(steps, 'expand')
  const joined = listAddresses(steps, 'join')
  const lists = useQueries({ queries: expanded.map((one) => counterpartiesQuery(api, one)) })
  const paths = useQueries({ queries: joined.map((one) => connectionQuery(api, rootAddress, one)) })
  const all = [...lists, ...paths]
  const graph = buildGraph(root, steps, {
    counterparties: new Map(expanded.flatMap((one, index) => toEntry(one, lists[index]?.data))),
    paths: new Map(joined.flatMap((one, index) => toEntry(one, paths[index]?.data))),
  })
  const unreached = joined.filter((_, index) => paths[index]?.data?.paths.length === 0)
  return {
    graph,
    isLoading: all.some(({ isLoading }) => isLoading),
    problems: [
      ...(all.some(({ isError }) => isError) ? [LOAD_FAILURE] : []),
      ...unreached.map((one) => `No path of up to three transfers leads to ${one}.`),
    ],
    reload: () => {
      for (const query of all) if (query.isError) void query.refetch()
    },
  }
}

const LOAD_FAILURE = 'A part of the picture could not be loaded.'

const listAddresses = (steps: readonly GraphStep[], kind: GraphStep['kind']): Party[] => [
  ...new Set(steps.filter((step) => step.kind === kind).map(({ address }) => address)),
]

const toEntry = <T>(address: string, data: T | undefined): [string, T][] =>
  data === undefined ? [] : [[address, data]]

/** The shortest paths between two accounts. */
const connectionQuery = (api: ApiClient, address: Party, to: Party) =>
  queryOptions({
    queryKey: ['accounts', address, 'paths', to],
    queryFn: ({ signal }) => api.call(listPaths, { params: { address }, query: { to } }, signal),
  })

interface GraphSteps {
  steps: readonly GraphStep[]
  /** Address of a page that shows the graph as it is. */
  url: string
  add(step: GraphStep): void
  undo(): void
}

/**
 * The steps that led to the graph, the first of which shows the counterparties of `root`. They are in the URL, so that its
 * address can be shared.
 */
export function useGraphSteps(root: Party): GraphSteps {
  const { pathname, search, hash } = useLocation()
  const known = readGraphSteps(search) ?? []
  const steps: readonly GraphStep[] =
    known.length === 0 ? [{ kind: 'expand', address: root }] : known
  const set = (next: readonly GraphStep[]) =>
    navigate(`${pathname}${writeGraphSteps(search, next)}${hash}`)
  return {
    steps,
    url: `${window.location.origin}${pathname}${writeGraphSteps(search, steps)}`,
    add: (step) => set([...steps, step]),
    undo: () => set(steps.slice(0, -1)),
  }
}

/** Name of the URL parameter that keeps the graph. */
const PARAMETER = 'graph'
const JOIN_PREFIX = 'to-'
const MAX_STEPS = 20

/** Reads the steps from the query of a URL; `null` when it asks for no graph. Leaves out what is no address. */
export function readGraphSteps(search: string): GraphStep[] | null {
  const text = new URLSearchParams(search).get(PARAMETER)
  return text === null ? null : text.split(',').slice(0, MAX_STEPS).flatMap(parseStep)
}

function parseStep(text: string): GraphStep[] {
  const isJoin = text.startsWith(JOIN_PREFIX)
  const address = parseParty(isJoin ? text.slice(JOIN_PREFIX.length) : text)
  return address === null ? [] : [{ kind: isJoin ? 'join' : 'expand', address }]
}

/** Returns the query of a URL with other steps: expanded accounts, and joined ones as `to-0x…`. */
export function writeGraphSteps(search: string, steps: readonly GraphStep[]): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(PARAMETER)
  const others = parameters.toString()
  const own = steps.map(({ kind, address }) => (kind === 'join' ? JOIN_PREFIX : '') + address)
  const parts = [others, own.length === 0 ? '' : `${PARAMETER}=${own.join()}`]
  const query = parts.filter((part) => part !== '').join('&')
  return query === '' ? '' : `?${query}`
}
