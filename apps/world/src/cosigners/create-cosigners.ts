import { FatalError } from '@app/values/errors.ts'
import type { LocalEnvironment } from '../local/local-environment.ts'
import { buildCosignerUrl, COSIGNER_INDEXES } from './cosigner-names.ts'
import { createMissingDatabases } from './create-cosigner-databases.ts'
import { prepareMailbox } from './prepare-mailbox.ts'
import { type CosignerProcess, startCosignerProcess } from './start-cosigner-process.ts'

/** The signers of the DAO's decisions, each a process with one key; `index` is that of its key. */
export interface Cosigners {
  /** Resolves when it runs; does nothing while it does. */
  start(index: number): Promise<void>
  stop(index: number): Promise<void>
  /** Ends it with kill -9. */
  kill(index: number): Promise<void>
}

/** Each signer polls the chain this often: nothing that it does is urgent. */
const POLL_INTERVAL_MS = '2000'

type SignerEnvironment = Pick<LocalEnvironment, 'emulator' | 'postgres' | 'dao' | 'addresses'>

/** Prepares databases and mailbox of the signers, and starts none yet; registers in `resources`. */
export async function createCosigners(
  environment: SignerEnvironment,
  resources: AsyncDisposableStack,
): Promise<Cosigners> {
  const { postgres, addresses } = environment
  await createMissingDatabases(postgres.url, addresses.get('mallory'))
  const settings = await prepareSettings(environment)
  const running = new Map<number, CosignerProcess>()
  const end = async (index: number, signal: 'SIGTERM' | 'SIGKILL') => {
    const process = running.get(index)
    running.delete(index)
    await process?.end(signal)
  }
  resources.defer(async () => {
    await Promise.all(COSIGNER_INDEXES.map((index) => end(index, 'SIGTERM')))
  })
  return {
    start: async (index) => {
      const known = running.get(index)
      if (known !== undefined) return await known.ready
      const setting = settings[index]
      if (setting === undefined) throw new FatalError(`There is no signer ${index}.`)
      const started = startCosignerProcess(setting)
      running.set(index, started)
      await started.ready
    },
    stop: (index) => end(index, 'SIGTERM'),
    kill: (index) => end(index, 'SIGKILL'),
  }
}

async function prepareSettings(environment: SignerEnvironment): Promise<Record<string, string>[]> {
  const { emulator, postgres, dao } = environment
  const mailboxUrls = await prepareMailbox(postgres.url)
  return COSIGNER_INDEXES.map((index) => ({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: emulator.ready.rest,
    FLOW_POLL_MS: POLL_INTERVAL_MS,
    LOG_LEVEL: 'error',
    DATABASE_URL: buildCosignerUrl(postgres.url, index),
    COSIGNER_MAILBOX_URL: mailboxUrls[index] ?? '',
    DHARMA_COSIGNER_KEY: dao.privateKeysHex[index] ?? '',
  }))
}
