import { createHash } from 'node:crypto'
import type { Route } from '@app/api/routes/route.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'

type ListRequest = Pick<FastifyRequest, 'params' | 'query'>

export const formatCursor = (route: Route, request: ListRequest, place: string): string =>
  `${place}.${computeTag(route, request)}`

/** Returns the place of a cursor. Throws `ApiFailure` for one of another list or of other filters. */
export function parseCursor(route: Route, request: ListRequest, cursor: string): string {
  const [place = '', tag] = cursor.split('.')
  if (tag === computeTag(route, request)) return place
  const message =
    'cursor must be meta.nextCursor of an earlier answer of this list with the same filters; this one is of another list or of other filters. Leave it out to begin with the first page'
  throw new ApiFailure('invalid_request', { message, details: [{ field: 'cursor', message }] })
}

/** Names the list and its filters: all parameters but the size and the place of a page, in any letter case. */
function computeTag({ operationId, query: schema }: Route, { params, query }: ListRequest): string {
  const { properties = {} } = (schema ?? {}) as {
    properties?: Record<string, { default?: unknown }>
  }
  const filters = Object.entries(query as Record<string, unknown>)
    .filter(([name, value]) => !isOfPage(name) && value !== properties[name]?.default)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([operationId, params, filters]).toLowerCase()
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

const isOfPage = (name: string): boolean => name === 'limit' || name === 'cursor'

/** Parses a cursor: the account index of the last address, which is shorter than the address. */
export function parseIndexCursor(cursor: string, network: Network): Address {
  try {
    return computeAddressAtIndex(Number(cursor), network)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const message = 'cursor must be meta.nextCursor of the previous page'
    throw new ApiFailure('invalid_request', { message, details: [{ field: 'cursor', message }] })
  }
}

/**
 * Splits off the page from rows that were read with one more than its limit. `nextCursor` is for `meta`: the place of the
 * last row, or nothing on the last page.
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  getPlace: (row: Row) => string | number | null,
): { page: Row[]; nextCursor: { nextCursor?: string } } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const place = rows.length > limit && last !== undefined ? getPlace(last) : null
  return { page, nextCursor: place === null ? {} : { nextCursor: String(place) } }
}
