import type { Route } from '../routes/route.ts'

export interface UrlInput {
  params?: unknown
  query?: unknown
}

/** Path and query of a call, each value percent-encoded; undefined query values are omitted. */
export function buildUrl(route: Pick<Route, 'url'>, input: UrlInput = {}): string {
  const params = stringifyValues(input.params)
  const path = route.url.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(stringifyValues(input.query)).toString()
  return query === '' ? path : `${path}?${query}`
}

function stringifyValues(values: unknown): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
