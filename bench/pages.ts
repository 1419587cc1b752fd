import {
  copyScores,
  createLoad,
  fetchText,
  seedWallets,
  startNode,
  startServed,
  toAddresses,
} from './api.ts'
import { roundRatio } from './measure.ts'
import { withScratchContext } from './with-scratch-context.ts'

const FULL = { wallets: 60, seconds: 10, runs: 3 }

/**
 * Measures the pages of wallets that the web server draws, compared with the answers of the API about the same wallets in
 * turn, each server in a process of its own. The built web app must be there (`npm start` builds it).
 */
export function benchPages(size = FULL): Promise<object> {
  return withScratchContext(async (context) => {
    await using resources = new AsyncDisposableStack()
    const scored = toAddresses(10, 1_000)
    await seedWallets(context, scored, 500)
    const databaseUrl = String(context.config.databaseUrl)
    const accessNodeUrl = await startNode(resources)
    const apiUrl = await startServed({ databaseUrl, accessNodeUrl }, resources)
    for (const address of scored) await fetchText(`${apiUrl}/v1/score/${address}`)
    const addresses = await copyScores(context, scored, size.wallets)
    const pagesUrl = await startServed({ apiUrl }, resources)
    const start = performance.now()
    const first = await fetchText(`${pagesUrl}/wallet/${addresses[0]}`)
    if (!first.includes('/100')) throw new Error('The page came without its score.')
    const firstMs = Math.round(performance.now() - start)
    const { compare } = createLoad(size)
    const pages = { url: pagesUrl, path: '/wallet/', addresses, encoding: 'br' } as const
    const compared = await compare(pages, { url: apiUrl, addresses, encoding: 'gzip' })
    const { rate: pageRate, bareRate: apiRate, failures } = compared
    return {
      ...{ bench: 'pages', firstMs, apiRate, pageRate },
      ...{ ratio: roundRatio(apiRate, pageRate), failures },
    }
  })
}
