import { startSite } from '../site/start-site.ts'
import type { Ground } from './ground.ts'
import { localSite } from './local-site.ts'
import { publishMembers } from './publish-members.ts'

/**
 * Publishes the members' first scores at the chain's time of that day, by a server that knows no more
 * than the chain up to there, lives the days that are left, and publishes their scores of today.
 */
export async function foundCommunity(
  ground: Ground,
  growUp: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const site = localSite(ground, { ports: { web: 0, api: 0 }, web: 'none', walletUrl: '' })
  const { server, urls } = await startSite(site, parts)
  await server.drain()
  signal.throwIfAborted()
  await publishMembers(urls.api, ground)
  await growUp()
  await server.drain()
  await publishMembers(urls.api, ground)
}
