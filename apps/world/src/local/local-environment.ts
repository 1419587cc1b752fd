import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { openChain, type RunningChain } from '../create-chain.ts'
import { openPostgres } from '../open-database.ts'
import type { AppOptions } from '../start-app.ts'
import { type Keystore, readKeystore } from './keystore.ts'

/** The chain with its accounts, and the database, that the server runs on. */
export interface LocalEnvironment extends RunningChain, Keystore {
  postgres: EmbeddedPostgres
}

interface LocalEnvironmentOptions {
  /** Directory of a complete world. */
  dataDir: string
  toolbox: string
  /** A PostgreSQL server to use instead of an embedded one. */
  databaseServerUrl: string | null
}

/** Opens database and chain in parallel, and registers both in `resources`. */
export async function openLocalEnvironment(
  options: LocalEnvironmentOptions,
  resources: AsyncDisposableStack,
): Promise<LocalEnvironment> {
  const keystore = await readKeystore(options.dataDir)
  const opening = [
    openPostgres({ ...options, isFresh: false }, resources),
    openChain(options, resources),
  ] as const
  await Promise.allSettled(opening)
  const [postgres, chain] = await Promise.all(opening)
  return { ...chain, ...keystore, postgres }
}

/** The emulator commits one block per second: polling more often shows a transfer within two seconds. */
const POLL_INTERVAL_MS = '300'

export type Hosting = Pick<AppOptions, 'ports' | 'web' | 'walletUrl' | 'people'>

const WITHOUT_WEB: Hosting = { ports: { web: 0, api: 0 }, web: 'none', walletUrl: '' }

/** Builds the options of the local world's server. */
export function buildLocalAppOptions(
  { emulator, postgres, agent }: Pick<LocalEnvironment, 'emulator' | 'postgres' | 'agent'>,
  hosting = WITHOUT_WEB,
): AppOptions {
  return {
    environment: {
      FLOW_ACCESS_NODE: emulator.ready.rest,
      FLOW_POLL_MS: POLL_INTERVAL_MS,
      // It shares the processor with the chain, the wallet and the browser.
      API_MAX_LOOP_DELAY_MS: '60000',
      // All local clients have the same IP address.
      PUBLISHES_PER_VISITOR: '1000',
    },
    network: 'local',
    databaseUrl: postgres.url,
    agent,
    ...hosting,
  }
}
