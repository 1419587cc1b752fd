import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { listActions } from '@app/api/routes/actions.ts'
import { startSigners } from '../cosigners/start-signers.ts'
import { createDrainingClient, drainPatiently } from '../drain.ts'
import {
  buildLocalAppOptions,
  type Hosting,
  type LocalEnvironment,
} from '../local/local-environment.ts'
import { startApp } from '../start-app.ts'

/**
 * Stops the clock of the chain at its last block, and starts server and signers, which work only when they are told to, and
 * whose databases must exist. The changes of `client` are answered when the server has processed what they cause.
 */
export async function startManualApp(
  environment: LocalEnvironment,
  hosting: Hosting | undefined,
  resources: AsyncDisposableStack,
) {
  const { control, chain } = environment
  await control.freezeClock((await chain.flow.getLatestBlock()).timeMs)
  const options = buildLocalAppOptions(environment, hosting)
  const { server, urls } = await startApp({ ...options, isManual: true }, resources)
  const client = createDrainingClient(server, createClient({ baseUrl: urls.api }))
  const signers = await startSigners(environment)
  resources.defer(() => signers.stop())
  return {
    ...{ server, urls, client, signers },
    /**
     * Lets the server process the blocks, and commits further ones at the same time of day until everything
     * that the agent decided is on the chain, and whatever the chain's scheduler had due was run: else it would be run at
     * the time of the next block, or at this one, by how many blocks the agent happens to need.
     */
    letAgentAct: async (): Promise<void> => {
      await drainPatiently(server)
      do {
        await control.commitBlocks(BLOCKS_OF_SCHEDULER)
        await drainPatiently(server)
      } while (await hasOpenActions(client))
    },
  }
}

async function hasOpenActions(client: ApiClient): Promise<boolean> {
  const actions = await client.call(listActions, { query: { limit: OPEN_ACTIONS_LIMIT } })
  return actions.some(({ status }) => status === 'queued' || status === 'sent')
}

/** More than one block causes. */
const OPEN_ACTIONS_LIMIT = 100

/** A due run of the chain's scheduler is executed two blocks later at the latest. */
const BLOCKS_OF_SCHEDULER = 3
