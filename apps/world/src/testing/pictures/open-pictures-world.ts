import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COSIGNER_INDEXES } from '../../cosigners/cosigner-databases.ts'
import { resolveToolboxPath } from '../../environment.ts'
import { createWorld } from '../../local/create-world.ts'
import { TEST_PRESENT_MS } from '../present.ts'
import { waitFor } from '../wait-for.ts'
import type { PicturedWorld } from './take-pictures.ts'

/**
 * Starts a local world whose present is always the same and whose clock stands still, so that its screens look the same on
 * every day. The first one for these sources is built, which takes a minute or two; later ones are restored.
 */
export async function openPicturesWorld(
  onProgress: (sentence: string) => void,
  resources: AsyncDisposableStack,
): Promise<PicturedWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-pictures-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  const world = await createWorld({
    ...{ dataDir, onProgress, toolbox: resolveToolboxPath() },
    ...{ presentMs: TEST_PRESENT_MS, blockMs: null },
  })
  resources.defer(() => world.stop())
  onProgress('Waiting for the signers of the DAO')
  await Promise.all(COSIGNER_INDEXES.map((index) => world.cosigners.start(index)))
  await waitFor('the server to be ready', async () => (await fetch(`${world.urls.api}/ready`)).ok)
  return { people: world.people, webUrl: world.urls.web, nowMs: TEST_PRESENT_MS }
}
