import type { SiteOptions } from '../site/start-site.ts'
import type { Ground } from './ground.ts'

/** The emulator makes a block a second: looking more often shows a transfer within two. */
const POLL_MS = '300'

/** How the server of the local world is set up. */
export function localSite(
  { emulator, postgres, agent }: Pick<Ground, 'emulator' | 'postgres' | 'agent'>,
  place: Pick<SiteOptions, 'ports' | 'web' | 'walletUrl'>,
): SiteOptions {
  return {
    environment: {
      FLOW_ACCESS_NODE: emulator.ready.rest,
      FLOW_POLL_MS: POLL_MS,
      // Everybody here is one visitor.
      PUBLISHES_PER_VISITOR: '1000',
    },
    network: 'local',
    databaseUrl: postgres.url,
    agent,
    ...place,
  }
}
