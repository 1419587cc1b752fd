import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { ENVIRONMENT } from '../environment.ts'
import type { LocalEnvironment } from '../local/local-environment.ts'
import { type ChildHandle, startChild } from '../start-tool.ts'
import { buildCosignerUrl, prepareMailbox } from './cosigner-databases.ts'

/**
 * Prepares databases and mailbox of the signers of the DAO's decisions, each a process with one key, and starts none yet;
 * registers in `resources`.
 */
export async function createCosigners(
  { emulator, postgres, dao }: Pick<LocalEnvironment, 'emulator' | 'postgres' | 'dao'>,
  resources: AsyncDisposableStack,
) {
  const mailboxUrls = await prepareMailbox(postgres.url)
  const running = new Map<number, ChildHandle>()
  resources.defer(async () => {
    await Promise.all([...running.values()].map(({ end }) => end()))
  })
  return {
    /** Resolves when the signer with the key of this index runs; does nothing while it does. */
    start: async (index: number): Promise<void> => {
      const signer =
        running.get(index) ??
        startCosigner({
          FLOW_NETWORK: 'local',
          FLOW_ACCESS_NODE: emulator.ready.rest,
          // Nothing that it does is urgent.
          FLOW_POLL_MS: '2000',
          LOG_LEVEL: 'error',
          DATABASE_URL: buildCosignerUrl(postgres.url, index),
          COSIGNER_MAILBOX_URL: mailboxUrls[index] ?? '',
          DHARMA_COSIGNER_KEY: dao.privateKeysHex[index] ?? '',
        })
      running.set(index, signer)
      const { errors } = await signer.started
      if (errors !== null) throw new FatalError(`A signer of the DAO did not start: ${errors}`)
    },
  }
}

const MAIN = join(ROOT, 'apps/server/src/main.ts')

/** Preloaded, so that the process exits with this one, even if this one is killed. */
const END_WITH_PARENT = join(ROOT, 'scripts/start/end-with-parent.mjs')

/** Starts a server process with the roles of a signer; its secrets are in `environment` only. */
function startCosigner(environment: Record<string, string>): ChildHandle {
  const { PATH = '', DHARMA_STATE = '' } = ENVIRONMENT
  return startChild(
    process.execPath,
    ['--import', END_WITH_PARENT, MAIN, 'indexer', 'scorer', 'cosigner'],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { PATH, DHARMA_STATE, ...environment } },
  )
}
