import { listWallets } from '@app/api/routes/score.ts'
import type { WalletOverview } from '@app/api/schemas/account.ts'
import { ALL_TOKENS } from '@app/score/facts.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../runtime/context.ts'
import { countLevels, readSample } from '../../scorer/write-current-scores.ts'
import type { Api } from '../api.ts'
import { mountData } from '../http/mount-route.ts'

export function mountWalletRoutes(api: Api): void {
  const overviews = createOverviewCache(api.context)
  mountData(api, listWallets, () => overviews.forceFetch('all'))
}

/** How many wallets the picture of the network shows; together at most 400. */
const SAMPLE = { anyLevel: 300, highRisk: 100 } as const

const FRESH_MS = 2_000

/** Counting takes at most this share of the time: 1 / 51. */
const AGE_BY_COST = 50

/**
 * Keeps the overview of all wallets: one that is not fresh any more is answered at once, while the next is loaded in the
 * background. What takes longer to load is loaded less often.
 */
function createOverviewCache(context: Pick<Context, 'db' | 'log'>) {
  return new LRUCache<'all', WalletOverview>({
    max: 1,
    ttl: FRESH_MS,
    allowStale: true,
    fetchMethod: async (_, last, { options }) => {
      const startMs = performance.now()
      try {
        return await loadOverview(context)
      } catch (err) {
        if (last === undefined) throw err
        context.log.warn({ err }, 'the overview of the wallets could not be loaded again')
        return last
      } finally {
        options.ttl = Math.max(FRESH_MS, (performance.now() - startMs) * AGE_BY_COST)
      }
    },
  })
}

/** Reads the rows of all accounts. */
async function loadOverview(context: Pick<Context, 'db'>): Promise<WalletOverview> {
  const counting = sql<{ accounts: number; transfers: number }>`
    select (select count(*) from chain_change) as accounts,
      (select coalesce(sum(transfers_in + dust_in), 0) from chain_activity
       where token = ${ALL_TOKENS})::bigint as transfers`.execute(context.db)
  const [levels, { rows }, wallets] = await Promise.all([
    countLevels(context),
    counting,
    readSample(context, SAMPLE),
  ])
  const scored = Object.values(levels).reduce((sum, count) => sum + count, 0)
  const { accounts = 0, transfers = 0 } = rows[0] ?? {}
  return { scored, accounts, transfers, levels, wallets }
}
