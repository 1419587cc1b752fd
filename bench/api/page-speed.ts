import { roundRatio } from '../measure.ts'
import { withScratchContext } from '../with-scratch-context.ts'
import {
  buildScoreUrl,
  draw,
  type LoadResult,
  runLoad,
  startNode,
  startServed,
  waitUntilServing,
} from './run-load.ts'
import { copyScores, NEW_ADDRESSES, seedNewWallets } from './seed-wallets.ts'

const SERVER = { shared_buffers: '2GB', max_wal_size: '8GB' }
/** Enough for reasons of the usual length. */
const TRANSFERS_PER_WALLET = 500
const WALLETS = 60
const RUNS = 3
const GZIP = { 'accept-encoding': 'gzip' }
const BROTLI = { 'accept-encoding': 'br' }

/**
 * Measures the pages of wallets that the web server draws, compared with the answers of the API about the same wallets in
 * turn, each server in a process of its own. The built web app must be there (`npm start` builds it).
 */
export function benchPageSpeed(): Promise<object> {
  return withScratchContext(async (context) => {
    await using resources = new AsyncDisposableStack()
    await seedNewWallets(context, TRANSFERS_PER_WALLET)
    const databaseUrl = String(context.config.databaseUrl)
    const accessNodeUrl = await startNode(resources)
    const apiUrl = await startServed({ databaseUrl, accessNodeUrl }, resources)
    await waitUntilServing(apiUrl)
    for (const address of NEW_ADDRESSES) await (await fetch(buildScoreUrl(apiUrl, address))).text()
    const addresses = await copyScores(context, WALLETS)
    const pagesUrl = await startServed({ apiUrl }, resources)
    const drawPath = () => `/wallet/${draw(addresses)}`
    const ask = {
      api: () => runLoad(apiUrl, { addresses, headers: GZIP }),
      pages: () => runLoad(pagesUrl, { addresses, headers: BROTLI, drawPath }),
    }
    const firstMs = await measureFirst(`${pagesUrl}/wallet/${addresses[0]}`)
    const runs = { api: [] as LoadResult[], pages: [] as LoadResult[] }
    await ask.pages()
    for (let run = 0; run < RUNS; run += 1) {
      runs.api.push(await ask.api())
      runs.pages.push(await ask.pages())
    }
    const apiRate = getMedianRate(runs.api)
    const pageRate = getMedianRate(runs.pages)
    const failures = [...runs.api, ...runs.pages].reduce((sum, one) => sum + one.failures, 0)
    return {
      bench: 'pages',
      firstMs,
      apiRate,
      pageRate,
      ratio: roundRatio(apiRate, pageRate),
      failures,
    }
  }, SERVER)
}

/** A page that has to be drawn. */
async function measureFirst(url: string): Promise<number> {
  const start = performance.now()
  const html = await (await fetch(url)).text()
  if (!html.includes('/100')) throw new Error('The page came without its score.')
  return Math.round(performance.now() - start)
}

const getMedianRate = (results: readonly LoadResult[]): number =>
  results.map(({ rate }) => rate).sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? 0
