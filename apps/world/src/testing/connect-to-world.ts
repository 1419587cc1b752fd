import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { loadWaitingMs } from '@app/server/governance/load-governance-time.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { inject } from 'vitest'
import {
  type Chain,
  type ChainClock,
  createChainClient,
  createChainClock,
} from '../create-chain.ts'
import { createEmulatorControl, type EmulatorControl } from '../emulator-control.ts'
import { createDaoClient, type Dao } from '../people/create-dao.ts'
import { createPeople, type People, type Person } from '../people/create-person.ts'
import { createCosignerClient } from './cosigner-control.ts'
import { waitFor } from './wait-for.ts'
import type { WorldEndpoints } from './world.setup.ts'

/** Clients of the shared world for a story. */
export interface WorldConnection
  extends Pick<WorldEndpoints, 'roles' | 'agent' | 'emulator' | 'urls' | 'databaseUrl'> {
  people: People
  dao: Dao
  /** The processes that execute approved proposals; start again what a story stops. */
  cosigners: ReturnType<typeof createCosignerClient>
  /** Only stories in `days/` and `votes/` may move the clock and commit blocks. */
  clock: ChainClock
  control: EmulatorControl
  chain: Chain
  api: ApiClient
  /** Resolves when the server has indexed the chain up to its current latest block, with what the contracts did there. */
  waitUntilIndexed(): Promise<void>
  /** Fetches the score of an account after everything up to now is indexed. */
  fetchScore(person: Pick<Person, 'address'>): Promise<ScoreResult>
}

/** Connects to the world that the stories of a project share, or to one that a story started for itself. */
export function connectToWorld(world: WorldEndpoints = inject('world')): WorldConnection {
  const { addresses, dao, cosignerControl, ...endpoints } = world
  const { emulator, urls } = endpoints
  const chain = createChainClient(emulator)
  const control = createEmulatorControl(emulator.control)
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
    dao: createDaoClient(chain, dao),
    cosigners: createCosignerClient(cosignerControl),
    clock: createChainClock(control),
    control,
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
