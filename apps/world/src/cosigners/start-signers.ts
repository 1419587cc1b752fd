import { type Server, startServer } from '@app/server/server.ts'
import { drainPatiently } from '../drain.ts'
import { buildLocalAppOptions, type LocalEnvironment } from '../local/local-environment.ts'
import { buildConfig } from '../start-app.ts'
import { buildCosignerUrl, COSIGNER_INDEXES, prepareMailbox } from './cosigner-databases.ts'

type SignerEnvironment = Pick<
  LocalEnvironment,
  'emulator' | 'postgres' | 'agent' | 'dao' | 'addresses'
>

/** Rounds in which the signers take turns: one opens, the other completes and sends, both look. */
const ROUNDS = 4

/**
 * Starts the signers of the DAO inside of this process, for the history of a world, on their own databases, which must
 * exist. They work only in `run`, which resolves when they have executed everything that they can.
 */
export async function startSigners(environment: SignerEnvironment) {
  const { postgres, dao } = environment
  const mailboxUrls = await prepareMailbox(postgres.url)
  const servers: Server[] = []
  for (const index of COSIGNER_INDEXES) {
    const databaseUrl = buildCosignerUrl(postgres.url, index)
    const config = buildConfig({ ...buildLocalAppOptions(environment), databaseUrl })
    const privateKeyHex = dao.privateKeysHex[index] ?? ''
    const cosigner = { privateKeyHex, mailboxUrl: mailboxUrls[index] ?? '' }
    const options = { cosigner, isManual: true }
    servers.push(await startServer(config, ['indexer', 'scorer', 'cosigner'], options))
  }
  return {
    run: async () => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const server of servers) await drainPatiently(server)
      }
    },
    stop: async () => {
      for (const server of servers) await server.stop()
    },
  }
}
