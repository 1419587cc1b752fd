import { listWallets } from '@app/api/routes/score.ts'
import type { WalletOverview } from '@app/api/schemas/account.ts'
import { ALL_TOKENS } from '@app/score/facts.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import { countLevels, readSample } from '../../scorer/read-current-scores.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { cacheWhileFresh } from './cache-while-fresh.ts'

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
