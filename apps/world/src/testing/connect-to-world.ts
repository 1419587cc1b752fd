import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { loadWaitingMs } from '@app/server/governance/load-governance-time.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { inject } from 'vitest'
import { type Chain, createChainClient } from '../create-chain.ts'
import { createPeople, type People, type Person } from '../people/create-person.ts'
import { waitFor } from './wait-for.ts'
import type { WorldEndpoints } from './world.setup.ts'

/** Clients of the shared world for a story. */
export interface WorldConnection
  extends Pick<WorldEndpoints, 'roles' | 'emulator' | 'urls' | 'databaseUrl'> {
  people: People
  chain: Chain
  api: ApiClient
  /** Resolves when the server has indexed the chain up to its current latest block, with what the contracts did there. */
  waitUntilIndexed(): Promise<void>
  /** Fetches the score of an account after everything up to now is indexed. */
  fetchScore(person: Pick<Person, 'address'>): Promise<ScoreResult>
}

/** Connects to the world that the stories of a project share, or to one that a story started for itself. */
export function connectToWorld(world: WorldEndpoints = inject('world')): WorldConnection {
  const { addresses, ...endpoints } = world
  const { emulator, urls } = endpoints
  const chain = createChainClient(emulator)
  const api = createClient({ baseUrl: urls.api })
  const waitUntilIndexed = async () => {
    const tip = await chain.flow.getLatestBlock()
    await waitFor(`block ${tip.height} to be indexed`, async () => {
      const { latestBlock } = await api.call(getNetwork)
      return (latestBlock?.height ?? 0) >= tip.height
    })
    await waitUntilMirrored(endpoints.databaseUrl)
  }
  return {
    people: createPeople(chain, addresses),
    chain,
    api,
    ...endpoints,
    waitUntilIndexed,
    fetchScore: async ({ address }) => {
      await waitUntilIndexed()
      return api.call(getScore, { params: { address } })
    },
  }
}

async function waitUntilMirrored(databaseUrl: string): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const pool = createPool(databaseUrl, createLog('error'))
  resources.defer(() => pool.end())
  const db = createQueryBuilder(pool)
  await waitFor('the events to be mirrored', async () => (await loadWaitingMs(db)) === null)
}
