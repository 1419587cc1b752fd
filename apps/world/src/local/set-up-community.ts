import { startApp } from '../app/start-app.ts'
import { buildLocalAppOptions } from './build-local-app-options.ts'
import type { LocalEnvironment } from './local-environment.ts'
import { publishMemberScores } from './publish-member-scores.ts'

/**
 * Publishes the members' first scores with a server that has indexed the chain up to that day, runs
 * the remaining days, and publishes their current scores.
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
