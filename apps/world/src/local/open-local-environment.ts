import { readKeystore } from './keystore.ts'
import type { LocalEnvironment } from './local-environment.ts'
import { openChain } from './open-chain.ts'
import { openPostgres } from './open-postgres.ts'

export interface LocalEnvironmentOptions {
  /** Directory of a complete world. */
  dataDir: string
  /** Path of the toolbox binary. */
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
