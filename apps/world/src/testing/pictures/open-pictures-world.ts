import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COSIGNER_INDEXES } from '../../cosigners/cosigner-databases.ts'
import { resolveToolboxPath, SNAPSHOT_DIR } from '../../environment.ts'
import { createWorld } from '../../local/create-world.ts'
import { createRoleKeys } from '../../seed/assign-roles.ts'
import { waitFor } from '../wait-for.ts'
import type { PicturedWorld } from './take-pictures.ts'

/** The present of every world of which pictures are kept: 14 November 2025, 15:00 UTC. */
const PRESENT_MS = Date.UTC(2025, 10, 14, 15)

/** A directory of its own: the other worlds of these sources have another present. */
const PICTURES_SNAPSHOT_DIR = join(SNAPSHOT_DIR, `present-${PRESENT_MS}`)

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
  const inputs = { presentMs: PRESENT_MS, roleKeys: createRoleKeys() }
  const snapshots = { snapshotDir: PICTURES_SNAPSHOT_DIR, inputs }
  const toolbox = resolveToolboxPath()
  const world = await createWorld({ dataDir, toolbox, onProgress, ...snapshots, blockMs: null })
  resources.defer(() => world.stop())
  onProgress('Waiting for the signers of the DAO')
  await Promise.all(COSIGNER_INDEXES.map((index) => world.cosigners.start(index)))
  await waitFor('the server to be ready', async () => (await fetch(`${world.urls.api}/ready`)).ok)
  return { people: world.people, webUrl: world.urls.web, nowMs: PRESENT_MS }
}
