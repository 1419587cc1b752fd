import type { AccountSummary } from '@app/api/schemas/account.ts'
import { type Party, toParty } from '@app/values/evm-address.ts'
import { useQueries } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { navigate, useLocation } from '../../lib/router/location.ts'
import { buildGraph, type Graph } from './build-graph.ts'
import { type GraphStep, readGraphSteps, writeGraphSteps } from './graph-steps.ts'
import { connectionQuery, counterpartiesQuery } from './read-counterparties.ts'

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

interface GraphSteps {
  /** Null while the graph is closed. */
  steps: readonly GraphStep[] | null
  add(step: GraphStep): void
  undo(): void
}

/** The steps that led to the graph. They are in the URL, so that its address can be shared. */
export function useGraphSteps(): GraphSteps {
  const { pathname, search, hash } = useLocation()
  const steps = readGraphSteps(search)
  const set = (next: readonly GraphStep[]) =>
    navigate(`${pathname}${writeGraphSteps(search, next)}${hash}`)
  return {
    steps,
    add: (step) => set([...(steps ?? []), step]),
    undo: () => set(steps?.slice(0, -1) ?? []),
  }
}
