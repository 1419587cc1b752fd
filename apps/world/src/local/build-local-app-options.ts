import type { AppOptions } from '../app/start-app.ts'
import type { LocalEnvironment } from './local-environment.ts'

/** The emulator makes a block a second: looking more often shows a transfer within two. */
const POLL_INTERVAL_MS = '300'

/** How the server of the local world is set up. */
export function buildLocalAppOptions(
  { emulator, postgres, agent }: Pick<LocalEnvironment, 'emulator' | 'postgres' | 'agent'>,
  hosting: Pick<AppOptions, 'ports' | 'web' | 'walletUrl'>,
): AppOptions {
  return {
    environment: {
      FLOW_ACCESS_NODE: emulator.ready.rest,
      FLOW_POLL_MS: POLL_INTERVAL_MS,
      // Everybody here is one visitor.
      PUBLISHES_PER_VISITOR: '1000',
    },
    network: 'local',
    databaseUrl: postgres.url,
    agent,
    ...hosting,
  }
}
