import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { getScore, publishScore } from '@app/api/routes/score.ts'
import { type AppOptions, startApp } from '../app/start-app.ts'
import { buildLocalAppOptions } from '../local/build-local-app-options.ts'
import type { LocalEnvironment } from '../local/local-environment.ts'
import { MEMBERS, NAMED_ACCOUNTS } from '../people/account-names.ts'
import { findAddresses } from '../seed/run-timeline.ts'
import { advanceToPresent, type SeedOptions } from '../seed/seed-world.ts'

/**
 * Publishes the members' first scores with a server that has indexed the chain up to that day, runs
 * the remaining days, publishes their current scores and computes those of all named people. The
 * server processes every block before the next, so that each build has the same scores.
 */
export async function setUpCommunity(
  environment: LocalEnvironment,
  options: SeedOptions,
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const { control, chain, addresses } = environment
  await control.freezeClock((await chain.flow.getLatestBlock()).timeMs)
  const { server, urls } = await startApp(buildApiOnlyAppOptions(environment), resources)
  const client = createClient({ baseUrl: urls.api })
  const onBlock = () => server.drain()
  await onBlock()
  options.signal.throwIfAborted()
  await publishScores(client, environment, onBlock)
  await advanceToPresent(environment, environment, { ...options, onBlock })
  await publishScores(client, environment, onBlock)
  for (const address of findAddresses(addresses, NAMED_ACCOUNTS)) {
    await client.call(getScore, { params: { address } })
  }
  await server.drain()
}

/** Lets the agent publish the members' current scores one by one, each in its own block. */
async function publishScores(
  client: ApiClient,
  environment: LocalEnvironment,
  onBlock: () => Promise<void>,
): Promise<void> {
  await environment.control.setMode({ mode: 'auto' })
  for (const address of findAddresses(environment.addresses, MEMBERS)) {
    await client.call(publishScore, { params: { address } })
    await onBlock()
  }
}

/**
 * Fast polling: no blocks are committed automatically while the server waits for a publication to
 * be indexed.
 */
const POLL_INTERVAL_MS = '20'

function buildApiOnlyAppOptions(environment: LocalEnvironment): AppOptions {
  const hosting = { ports: { web: 0, api: 0 }, web: 'none', walletUrl: '' } as const
  const options = buildLocalAppOptions(environment, hosting)
  return { ...options, environment: { ...options.environment, FLOW_POLL_MS: POLL_INTERVAL_MS } }
}
