import { performance } from 'node:perf_hooks'
import { listWallets } from '@app/api/routes/score.ts'
import type { WalletOverview } from '@app/api/schemas/account.ts'
import { ALL_TOKENS } from '@app/score/facts.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import { countLevels, readSample } from '../../scorer/write-current-scores.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadResponseMeta } from '../load-response-meta.ts'

/** Mounts the overview of all wallets. */
export function mountWalletRoutes(api: Api): void {
  const loadOverview = createOverview(api.context)
  mountRoute(api, { route: listWallets }, async () => ({
    data: await loadOverview(),
    meta: await loadResponseMeta(api),
  }))
}

/** How many wallets the picture of the network shows; together at most 400. */
const SAMPLE = { anyLevel: 300, highRisk: 100 } as const

const FRESH_MS = 2_000

/** Counting takes at most this share of one connection of the database: 1 / 51. */
const AGE_BY_COST = 50

/** Creates the function that loads the overview of all wallets; its parts are kept for a few seconds. */
function createOverview(context: Pick<Context, 'db' | 'log'>): () => Promise<WalletOverview> {
  const onError = (err: unknown) =>
    context.log.warn({ err }, 'the overview of the wallets could not be loaded again')
  const options = { minAgeMs: FRESH_MS, ageByCost: AGE_BY_COST, onError }
  const getLevels = cacheWhileFresh(() => countLevels(context), options)
  const getIndexed = cacheWhileFresh(() => countIndexed(context), options)
  const getWallets = cacheWhileFresh(() => readSample(context, SAMPLE), options)
  return async () => {
    const [levels, indexed, wallets] = await Promise.all([getLevels(), getIndexed(), getWallets()])
    const scored = Object.values(levels).reduce((sum, count) => sum + count, 0)
    return { scored, ...indexed, levels, wallets }
  }
}

/** Counts what is indexed. Reads the rows of all accounts. */
async function countIndexed({
  db,
}: Pick<Context, 'db'>): Promise<{ accounts: number; transfers: number }> {
  const { rows } = await sql<{ accounts: number; transfers: number }>`
    select (select count(*) from chain_change) as accounts,
      (select coalesce(sum(transfers_in + dust_in), 0) from chain_activity
       where token = ${ALL_TOKENS})::bigint as transfers`.execute(db)
  return rows[0] ?? { accounts: 0, transfers: 0 }
}

interface Options {
  /** How long a value is fresh, at least. */
  minAgeMs: number
  /** A value is also fresh for this many times as long as it took to load. */
  ageByCost: number
  onError: (error: unknown) => void
  now?: () => number
}

/**
 * Returns a function that returns the last loaded value, and loads a new one in the background when it is not
 * fresh any more: a caller waits for the first value only. What takes longer to load is loaded less often.
 * Rejects only while there is no value.
 */
export function cacheWhileFresh<T>(
  load: () => Promise<T>,
  { minAgeMs, ageByCost, onError, now = performance.now.bind(performance) }: Options,
): () => Promise<T> {
  let last: { value: T } | undefined
  let loading: Promise<T> | undefined
  let freshUntilMs = Number.NEGATIVE_INFINITY

  const refresh = async (): Promise<T> => {
    const startMs = now()
    try {
      const value = await load()
      last = { value }
      return value
    } finally {
      const endMs = now()
      freshUntilMs = endMs + Math.max(minAgeMs, (endMs - startMs) * ageByCost)
      loading = undefined
    }
  }

  return async () => {
    if (last !== undefined && now() < freshUntilMs) return last.value
    const isLoading = loading !== undefined
    loading ??= refresh()
    if (last === undefined) return await loading
    if (!isLoading) loading.catch(onError)
    return last.value
  }
}
