import type { AppOptions } from '../app/start-app.ts'
import type { LocalEnvironment } from './local-environment.ts'

/**
 * The emulator commits one block per second: polling more often shows a transfer within two
 * seconds.
 */
const POLL_INTERVAL_MS = '300'

/** Builds the options of the local world's server. */
export function buildLocalAppOptions(
  { emulator, postgres, agent }: Pick<LocalEnvironment, 'emulator' | 'postgres' | 'agent'>,
  hosting: Pick<AppOptions, 'ports' | 'web' | 'walletUrl' | 'people'>,
): AppOptions {
  return {
    environment: {
      FLOW_ACCESS_NODE: emulator.ready.rest,
      FLOW_POLL_MS: POLL_INTERVAL_MS,
      // All local clients have the same IP address.
      PUBLISHES_PER_VISITOR: '1000',
    },
    network: 'local',
    databaseUrl: postgres.url,
    agent,
    ...hosting,
  }
}
