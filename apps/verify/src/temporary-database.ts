import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { FatalError } from '@app/values/errors.ts'

/** Starts a PostgreSQL with an empty database in a temporary folder. `disposables` stops and deletes both. Returns its URL. */
export async function startTemporaryDatabase(
  disposables: AsyncDisposableStack,
  onProgress: (sentence: string) => void,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-verify-'))
  disposables.defer(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL may run as another user than this process.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir, isDurable: false, onProgress })
  disposables.defer(() => postgres.stop())
  return postgres.url
}

/** Creates a signal that SIGINT and SIGTERM abort, so that the command still removes its database. */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new FatalError('Interrupted.')))
  }
  return controller.signal
}
