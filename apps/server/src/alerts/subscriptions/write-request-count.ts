import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** What a person can have sent to a URL. */
export type RequestKind = 'challenge' | 'test' | 'redelivery'

/**
 * What is sent within a minute, at most: for one wallet, and for all wallets together to one URL and to one host. So
 * nobody gets more because somebody has many wallets, or paths, or ports.
 */
export const REQUEST_LIMITS = {
  challenge: { wallet: 10, url: 5, host: 30 },
  test: { wallet: 25, url: 5, host: 30 },
  redelivery: { wallet: 60, url: 30, host: 60 },
} as const satisfies Record<RequestKind, Record<LimitScope, number>>

type LimitScope = 'wallet' | 'url' | 'host'

/** Which limit is reached, and the seconds until its minute ends. */
export interface RequestLimit {
  kind: RequestKind
  scope: LimitScope
  limit: number
  secondsLeft: number
}

/** Thrown so that the transaction, which asked for one call too many, asks for none. */
export class RequestLimitError extends Error {
  override name = 'RequestLimitError'
  readonly reached: RequestLimit

  constructor(reached: RequestLimit) {
    super(`the limit of a ${reached.scope} is reached`)
    this.reached = reached
  }
}

interface CountedRequest {
  kind: RequestKind
  owner: Address
  url: string
  /** Receivers of many share the host: only URLs and wallets are limited. */
  isHostShared?: boolean
}

/**
 * Counts a call of a URL in the transaction that asks for it. Throws `RequestLimitError` when a limit is reached, until
 * a minute of the wall clock after the first call that counted.
 */
export async function countRequest(
  db: Kysely<Tables>,
  { kind, owner, url, isHostShared = false }: CountedRequest,
): Promise<void> {
  const { host, target } = normalizeUrl(url)
  // Always in this order, so that no two transactions wait for each other.
  const counted: [LimitScope, string][] = [
    ...(isHostShared ? [] : [['host', host] satisfies [LimitScope, string]]),
    ['url', target],
    ['wallet', owner],
  ]
  const keys = counted.map(([scope, key]) => `${kind} ${scope} ${key}`)
  const { rows } = await sql<{ requests: number; secondsLeft: number }>`
    insert into alert_request_count as counted (key, since, requests)
    select key, now(), 1 from unnest(${keys}::text[]) as key
    on conflict (key) do update set
      since = case when ${IS_OVER} then now() else counted.since end,
      requests = case when ${IS_OVER} then 1 else counted.requests + 1 end
    returning requests,
      ceil(extract(epoch from since + interval '1 minute' - now()))::int as "secondsLeft"`.execute(
    db,
  )
  for (const [index, [scope]] of counted.entries()) {
    const limit = REQUEST_LIMITS[kind][scope]
    const { requests = 0, secondsLeft = 0 } = rows[index] ?? {}
    if (requests > limit) throw new RequestLimitError({ kind, scope, limit, secondsLeft })
  }
}

/** A minute that begins in more than a minute began before the clock was set back, and is over. */
const IS_OVER = sql`counted.since not between now() - interval '1 minute' and now() + interval '1 minute'`

/**
 * Returns what is called alike: the host without its port, and host, port and path without query, letter case, escapes
 * and superfluous slashes.
 */
function normalizeUrl(text: string): { host: string; target: string } {
  const { hostname, port, pathname } = new URL(text)
  const host = hostname.replace(/\.$/, '')
  const path = decode(pathname).toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '')
  return { host, target: `${host}:${port}${path}` }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Forgets minutes that are over. */
export async function removeRequestCounts(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from alert_request_count where key in (
      select key from alert_request_count as counted where ${IS_OVER}
      for update skip locked)`.execute(db)
}
