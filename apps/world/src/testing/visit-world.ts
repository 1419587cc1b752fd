import { type ApiClient, createClient } from '@app/api/client.ts'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/score-result.ts'
import { inject } from 'vitest'
import { type Chain, createChain } from '../chain/create-chain.ts'
import { type Clock, createClock } from '../local/clock.ts'
import { createDao, type Dao } from '../people/create-dao.ts'
import { createPeople, type People } from '../people/create-people.ts'
import type { Person } from '../people/create-person.ts'
import { type Control, createControl } from '../toolbox/control.ts'
import { waitFor } from './wait-for.ts'
import type { WorldAddress } from './world.setup.ts'

/** The shared world as a story meets it. */
export interface Visit extends Pick<WorldAddress, 'offices' | 'emulator' | 'urls' | 'databaseUrl'> {
  people: People
  dao: Dao
  /** Only stories of days may move it, and make blocks by hand. */
  clock: Clock
  control: Control
  chain: Chain
  api: ApiClient
  /** Resolves when the server has indexed the chain up to its tip of this moment. */
  caughtUp(): Promise<void>
  /** The score of somebody when everything up to now is indexed. */
  scoreOf(person: Pick<Person, 'address'>): Promise<ScoreResult>
}

export function visitWorld(): Visit {
  const { addresses, dao, ...place } = inject('world')
  const { emulator, urls } = place
  const chain = createChain(emulator)
  const control = createControl(emulator.control)
  const api = createClient({ baseUrl: urls.api })
  const caughtUp = async () => {
    const tip = await chain.flow.latestBlock()
    await waitFor(`block ${tip.height} to be indexed`, async () => {
      const { latestBlock } = await api.call(getNetwork)
      return (latestBlock?.height ?? 0) >= tip.height
    })
  }
  return {
    people: createPeople(chain, addresses),
    dao: createDao(chain, dao),
    clock: createClock(control),
    control,
    chain,
    api,
    ...place,
    caughtUp,
    scoreOf: async ({ address }) => {
      await caughtUp()
      return api.call(getScore, { params: { address } })
    },
  }
}
