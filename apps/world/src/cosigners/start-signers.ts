import { type Server, startServer } from '@app/server/server.ts'
import { drainPatiently } from '../drain.ts'
import { buildLocalAppOptions, type LocalEnvironment } from '../local/local-environment.ts'
import { buildConfig } from '../start-app.ts'
import { buildCosignerUrl, COSIGNER_INDEXES, prepareMailbox } from './cosigner-databases.ts'

/** The signers of the DAO inside of this process, for the history of a world. */
export interface Signers {
  /** Resolves when they have executed everything that they can. */
  run(): Promise<void>
  stop(): Promise<void>
}

type SignerEnvironment = Pick<
  LocalEnvironment,
  'emulator' | 'postgres' | 'agent' | 'dao' | 'addresses'
>

/** Rounds in which the signers take turns: one opens, the other completes and sends, both look. */
const ROUNDS = 4

/** Starts the signers on their own databases, which must exist. They work only in `run`. */
export async function startSigners(environment: SignerEnvironment): Promise<Signers> {
  const mailboxUrls = await prepareMailbox(environment.postgres.url)
  const servers: Server[] = []
  for (const index of COSIGNER_INDEXES) {
    servers.push(await startSigner(environment, index, mailboxUrls[index] ?? ''))
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

function startSigner(
  environment: SignerEnvironment,
  index: number,
  mailboxUrl: string,
): Promise<Server> {
  const options = buildLocalAppOptions(environment)
  const databaseUrl = buildCosignerUrl(environment.postgres.url, index)
  const privateKeyHex = environment.dao.privateKeysHex[index] ?? ''
  return startServer(buildConfig({ ...options, databaseUrl }), ['indexer', 'scorer', 'cosigner'], {
    cosigner: { privateKeyHex, mailboxUrl },
    isManual: true,
  })
}
