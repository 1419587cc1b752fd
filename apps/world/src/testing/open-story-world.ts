import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiClient } from '@app/api/client/client.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { afterAll } from 'vitest'
import { TOOLBOX_BINARY } from '../../../../scripts/set-up/paths.mjs'
import type { Chain } from '../create-chain.ts'
import { SNAPSHOT_DIR } from '../environment.ts'
import { openLocalEnvironment } from '../local/local-environment.ts'
import { createPeople, type People, type Person } from '../people/create-person.ts'
import { prepareWorld } from '../snapshot/prepare-world.ts'
import { startManualApp } from '../snapshot/start-manual-app.ts'
import { type AppUrls, choosePorts } from '../start-app.ts'
import type { EmulatorReady } from '../start-tool.ts'
import { TEST_PRESENT_MS } from './present.ts'

/**
 * A world of its own for the stories of one file, as the history left it. Its clock stands still, and server, agent and
 * signers work only in `settle` and in calls of `api` that change something: what is not so afterwards will never be.
 */
export interface StoryWorld {
  people: People
  roles: { agent: string }
  chain: Chain
  api: ApiClient
  urls: AppUrls
  emulator: EmulatorReady
  databaseUrl: string
  /** Resolves when everybody has done everything that follows from the blocks. */
  settle(): Promise<void>
  /** Settles, and fetches the score of an account. */
  fetchScore(person: Pick<Person, 'address'>): Promise<ScoreResult>
  /** Moves the clock of the chain, commits a block at that time, and settles. */
  advance(byMs: number): Promise<void>
}

/** Nobody connects a wallet in a page of these worlds. */
const NO_WALLET = 'http://localhost/'

/** Opens a world, and closes it after the last test of the file. */
export async function openStoryWorld(): Promise<StoryWorld> {
  await using resources = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-story-world-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  const options = { dataDir, toolbox: TOOLBOX_BINARY, databaseServerUrl: null }
  await prepareWorld({
    ...{ ...options, keep: false, fresh: false, onProgress: () => {} },
    ...{ snapshotDir: SNAPSHOT_DIR, presentMs: TEST_PRESENT_MS },
    signal: new AbortController().signal,
  })
  const environment = await openLocalEnvironment(options, resources)
  const { chain, control, addresses, agent, emulator, postgres } = environment
  const ports = await choosePorts({ web: 0, api: 0 })
  const hosting = { ports, web: 'built', walletUrl: NO_WALLET } as const
  const app = await startManualApp(environment, hosting, resources)
  await control.setMode({ mode: 'auto' })
  const settle = async () => {
    await app.letAgentAct()
    await app.signers.run()
    await app.letAgentAct()
  }
  await settle()
  const running = resources.move()
  afterAll(() => running.disposeAsync())
  return {
    people: createPeople(chain, addresses),
    roles: { agent: agent.address },
    chain,
    api: app.client,
    urls: app.urls,
    emulator: emulator.ready,
    databaseUrl: postgres.url,
    settle,
    fetchScore: async ({ address }) => {
      await settle()
      return await app.client.call(getScore, { params: { address } })
    },
    advance: async (byMs) => {
      await control.freezeClock((await control.readNowMs()) + byMs)
      await control.commitBlocks()
      await settle()
    },
  }
}
