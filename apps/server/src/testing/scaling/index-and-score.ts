import type { Config } from '../../config.ts'
import { upsertLabel } from '../../labels/upsert-label.ts'
import { closeContext, createContext } from '../../runtime/context.ts'
import { trackAccount } from '../../scorer/queries.ts'
import { type Server, startServer } from '../../server.ts'
import type { History } from '../faults/history/build-history.ts'

/**
 * Lists the thief of a history, tracks its accounts, and indexes and scores the blocks that its node shows. Returns
 * the server, whose stages run in `drain` only; the caller stops it.
 */
export async function indexAndScore(
  config: Config & { databaseUrl: string },
  { accounts, thief }: History,
): Promise<Server> {
  const server = await startServer(config, ['indexer', 'scorer'], { isManual: true })
  const context = createContext(config)
  for (const address of accounts) await trackAccount(context.db, address, 'client')
  await upsertLabel(context, {
    address: thief,
    kind: 'scam',
    source: 'test list',
    confidence: 1,
    reason: 'Empties others',
  })
  await closeContext(context)
  await server.drain()
  return server
}
