import type { WalletOverview } from '@app/api/schemas/wallets.ts'
import type { Context } from '../../runtime/context.ts'
import { countLevels, readSample } from '../../scorer/read-current-scores.ts'
import { cacheWhileFresh } from './cache-while-fresh.ts'
import { countIndexed } from './queries.ts'

/** How many wallets the picture of the network shows; together at most 400. */
const SAMPLE = { anyLevel: 300, highRisk: 100 } as const

const FRESH_MS = 2_000

/** Counting takes at most this share of one connection of the database: 1 / 51. */
const AGE_BY_COST = 50

/** Creates the function that loads the overview of all wallets; its parts are kept for a few seconds. */
export function createOverview(
  context: Pick<Context, 'db' | 'log'>,
): () => Promise<WalletOverview> {
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
