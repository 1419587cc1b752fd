import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../database/open-database.ts'
import { openServerDatabase } from '../database/open-server-database.ts'
import { deleteKeystore, hasKeystore, writeKeystore } from './keystore.ts'
import { labelScammer } from './label-scammer.ts'
import type { LocalEnvironment } from './local-environment.ts'
import { openChain } from './open-chain.ts'
import { setUpCommunity } from './set-up-community.ts'

export interface LocalEnvironmentOptions {
  /** Directory of this world only. */
  dataDir: string
  /** Path of the toolbox binary. */
  toolbox: string
  /** A PostgreSQL server to use instead of an embedded one. */
  databaseServerUrl: string | null
  /** Continues with the world that the last start left in `dataDir`, if there is one. */
  keep: boolean
  /** Called with a sentence for each step. */
  onProgress: (sentence: string) => void
  signal: AbortSignal
}

/** Opens database and chain in parallel, and registers both in `resources`. */
export async function openLocalEnvironment(
  options: LocalEnvironmentOptions,
  resources: AsyncDisposableStack,
): Promise<LocalEnvironment> {
  const { dataDir } = options
  await mkdir(dataDir, { recursive: true })
  const isKept = options.keep && hasKeystore(dataDir)
  if (options.keep && !isKept) {
    options.onProgress(`There is no world to keep in ${dataDir}: making a new one`)
  }
  if (!isKept) await deleteKeystore(dataDir)
  const [postgres, { advanceToPresent, ...chain }] = await runBothOrAbort(
    options.signal,
    (signal) => [
      openPostgres(options, isKept, resources),
      openChain({ ...options, signal, isKept }, resources),
    ],
  )
  const environment = { ...chain, postgres }
  if (advanceToPresent !== null) await completeSetUp(environment, advanceToPresent, options)
  return environment
}

async function completeSetUp(
  environment: LocalEnvironment,
  advanceToPresent: () => Promise<void>,
  { dataDir, onProgress, signal }: LocalEnvironmentOptions,
): Promise<void> {
  const mallory = environment.addresses.get('mallory')
  if (mallory !== undefined) await labelScammer(environment.postgres.url, mallory)
  onProgress('Publishing the scores of the members, the first of them eight days in the past')
  await setUpCommunity(environment, advanceToPresent, signal)
  await writeKeystore(dataDir, environment)
}

/**
 * Returns both results. When one fails, aborts the other and waits for its end before it throws.
 */
async function runBothOrAbort<A, B>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => readonly [Promise<A>, Promise<B>],
): Promise<[A, B]> {
  const failure = new AbortController()
  const both = start(AbortSignal.any([signal, failure.signal]))
  for (const one of both) one.catch((error) => failure.abort(error))
  await Promise.allSettled(both)
  return Promise.all(both)
}

async function openPostgres(
  { dataDir, databaseServerUrl }: LocalEnvironmentOptions,
  isKept: boolean,
  resources: AsyncDisposableStack,
): Promise<EmbeddedPostgres> {
  const postgres =
    databaseServerUrl === null
      ? await openDatabase({
          dataDir: join(dataDir, 'postgres'),
          isFresh: !isKept,
          isDurable: false,
        })
      : await openServerDatabase(databaseServerUrl, !isKept)
  resources.defer(() => postgres.stop())
  return postgres
}
