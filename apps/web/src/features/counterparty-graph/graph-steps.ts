import { type Party, parseParty } from '@app/values/evm-address.ts'

/** What the user did to the graph. `expand` of the same account again shows more of its counterparties. */
export interface GraphStep {
  kind: 'expand' | 'join'
  address: Party
}

/** Name of the URL parameter that keeps the graph. */
const PARAMETER = 'graph'
const JOIN_PREFIX = 'to-'
const MAX_STEPS = 20

/** Reads the steps from the query of a URL; `null` when no graph is open. Leaves out what is no address. */
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
