import { resolve } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { FatalError } from '@app/values/errors.ts'
import {
  type Config,
  clearTracingSecrets,
  readAndClearAgentAccount,
  readAndClearConfig,
  readAndClearCosignerSecrets,
} from './config.ts'
import { formatUnexpectedError } from './runtime/log.ts'
import { parseRoles } from './runtime/roles.ts'
import { startServer } from './server.ts'

/**
 * Starts the roles of the command line, configured by the environment. Resolves with the function
 * that stops them, once they run.
 */
async function main(): Promise<() => Promise<void>> {
  const roles = parseRoles(process.argv.slice(2))
  const secrets = {
    ...(roles.includes('agent') && { agent: readAndClearAgentAccount() }),
    ...(roles.includes('cosigner') && { cosigner: readAndClearCosignerSecrets() }),
  }
  await using undo = new AsyncDisposableStack()
  const config = await startDatabaseIfUnset(readAndClearConfig(), undo)
  const server = await startServer(config, roles, secrets)
  clearTracingSecrets()
  undo.defer(() => server.stop())
  console.log(`Dharma Guard on ${config.network}: ${roles.join(', ')} ${server.url}`.trimEnd())
  const end = undo.move()
  return () => end.disposeAsync()
}

/**
 * Without DATABASE_URL, starts an embedded PostgreSQL with its own data directory for each network,
 * and returns the configuration with its URL.
 */
async function startDatabaseIfUnset(config: Config, undo: AsyncDisposableStack): Promise<Config> {
  if (config.databaseUrl !== null) return config
  const dataDir = resolve('.dharma', config.network, 'postgres')
  const postgres = await startPostgres({ dataDir, onProgress: console.log })
  undo.defer(() => postgres.stop())
  return { ...config, databaseUrl: postgres.url }
}

function exitWithError(error: unknown): never {
  console.error(error instanceof FatalError ? error.message : formatUnexpectedError(error))
  process.exit(1)
}

process.on('uncaughtException', exitWithError)
process.on('unhandledRejection', exitWithError)

const starting = main()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    starting
      .then((stop) => stop())
      .then(() => process.exit(0))
      .catch(exitWithError)
  })
}
starting.catch(exitWithError)
