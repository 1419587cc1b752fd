import { startApp } from '../app/start-app.ts'
import { buildLocalAppOptions } from './build-local-app-options.ts'
import type { LocalEnvironment } from './local-environment.ts'
import { publishMemberScores } from './publish-member-scores.ts'

/**
 * Publishes the members' first scores at the chain's time of that day, by a server that knows no more
 * than the chain up to there, lives the days that are left, and publishes their scores of today.
 */
export async function setUpCommunity(
  environment: LocalEnvironment,
  advanceToPresent: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const options = buildLocalAppOptions(environment, {
    ports: { web: 0, api: 0 },
    web: 'none',
    walletUrl: '',
  })
  const { server, urls } = await startApp(options, resources)
  await server.drain()
  signal.throwIfAborted()
  await publishMemberScores(urls.api, environment)
  await advanceToPresent()
  await server.drain()
  await publishMemberScores(urls.api, environment)
}
