import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@app/server/db/embedded-postgres.ts'
import { openDatabase } from '../database/open-database.ts'
import { openServerDatabase } from '../database/open-server-database.ts'
import { foundCommunity } from './found-community.ts'
import type { Ground } from './ground.ts'
import { forgetInhabitants, hasInhabitants, keepInhabitants } from './inhabitants.ts'
import { listScammers } from './list-scammers.ts'
import { openChain } from './open-chain.ts'

export interface GroundOptions {
  /** Directory of this world alone. */
  dataDir: string
  /** Path of the toolbox binary. */
  toolbox: string
  /** A PostgreSQL server to use instead of an embedded one. */
  databaseServer: string | null
  /** Goes on with the world that the last start left in `dataDir`, if it left one. */
  keep: boolean
  /** Told what is being done, a sentence at a time. */
  onProgress: (sentence: string) => void
  signal: AbortSignal
}

/** Opens database and chain side by side; puts both on the stack of what has to be stopped. */
export async function openGround(
  options: GroundOptions,
  parts: AsyncDisposableStack,
): Promise<Ground> {
  const { dataDir } = options
  await mkdir(dataDir, { recursive: true })
  const isKept = options.keep && hasInhabitants(dataDir)
  if (!isKept) await forgetInhabitants(dataDir)
  const [postgres, { growUp, ...chain }] = await bothOrNone(options.signal, (signal) => [
    openPostgres(options, isKept, parts),
    openChain({ ...options, signal, isKept }, parts),
  ])
  const ground = { ...chain, postgres }
  if (growUp !== null) await complete(ground, growUp, options)
  return ground
}

async function complete(
  ground: Ground,
  growUp: () => Promise<void>,
  { dataDir, onProgress, signal }: GroundOptions,
): Promise<void> {
  const mallory = ground.addresses.get('mallory')
  if (mallory !== undefined) await listScammers(ground.postgres.url, mallory)
  onProgress('Publishing the scores of the community, the first of them eight days ago')
  await foundCommunity(ground, growUp, signal)
  await keepInhabitants(dataDir, ground)
}

/** Both results; when one fails the other is told to end, and has ended before the failure is thrown. */
async function bothOrNone<A, B>(
  signal: AbortSignal,
  begin: (signal: AbortSignal) => readonly [Promise<A>, Promise<B>],
): Promise<[A, B]> {
  const failure = new AbortController()
  const both = begin(AbortSignal.any([signal, failure.signal]))
  for (const one of both) one.catch((error) => failure.abort(error))
  await Promise.allSettled(both)
  return Promise.all(both)
}

async function openPostgres(
  { dataDir, databaseServer }: GroundOptions,
  isKept: boolean,
  parts: AsyncDisposableStack,
): Promise<EmbeddedPostgres> {
  const postgres =
    databaseServer === null
      ? await openDatabase({
          dataDir: join(dataDir, 'postgres'),
          isFresh: !isKept,
          isDurable: false,
        })
      : await openServerDatabase(databaseServer, !isKept)
  parts.defer(() => postgres.stop())
  return postgres
}
