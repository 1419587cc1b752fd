import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endStaleServer } from '@app/embedded-postgres/running-server.ts'
import { deleteOldest } from '../../../../scripts/set-up/delete-oldest.mjs'
import { acquireLock } from '../../../../scripts/set-up/lock.mjs'
import { CHAIN_DIR } from '../create-chain.ts'
import { ADDRESSES_FILE, deleteKeystore, hasKeystore, KEYSTORE_FILES } from '../local/keystore.ts'
import { POSTGRES_DIR } from '../open-database.ts'
import { type BuildOptions, buildChain, SEEDED_CHAIN_FILE } from './build-chain.ts'
import { buildDatabase } from './build-database.ts'
import { computeSnapshotKeys } from './snapshot-keys.ts'
import { restoreCopy, storeCopy } from './stored-copy.ts'

export interface PrepareOptions extends BuildOptions {
  /** A PostgreSQL server to use instead of an embedded one; its database is not stored. */
  databaseServerUrl: string | null
  /** Keeps the world of the last start in `dataDir`, if there is one. */
  keep: boolean
  /** Builds a world whose present is now, instead of restoring a snapshot. */
  fresh: boolean
  /** Directory of the snapshots, which several processes may share. */
  snapshotDir: string
  /** Unix milliseconds of the end of the history, for which a world is built instead of now. */
  presentMs?: number
}

/** The stored entries: first the seeded chain, then the complete world. */
const CHAIN_ENTRIES = [CHAIN_DIR, SEEDED_CHAIN_FILE]
const WORLD_ENTRIES = [...CHAIN_ENTRIES, ...KEYSTORE_FILES, POSTGRES_DIR, `${POSTGRES_DIR}.secret`]

/**
 * Prepares a complete world in `dataDir`: the kept one, else the snapshot of the current sources,
 * else a newly built one, which is then stored as snapshots.
 */
export async function prepareWorld(options: PrepareOptions): Promise<void> {
  const { dataDir, keep, onProgress } = options
  if (keep && hasKeystore(dataDir)) return
  if (keep) onProgress(`There is no world to keep in ${dataDir}: making a new one`)
  await deleteWorld(dataDir)
  const lock = await lockSnapshots(options)
  try {
    await restoreOrBuildWorld(options)
  } finally {
    lock.release()
  }
}

async function restoreOrBuildWorld(options: PrepareOptions): Promise<void> {
  const { dataDir, databaseServerUrl, fresh, snapshotDir, toolbox, presentMs } = options
  const keys = await computeSnapshotKeys(toolbox, presentMs)
  const chainCopy = join(snapshotDir, `chain-${keys.chain}`)
  const worldCopy = join(snapshotDir, `world-${keys.world}`)
  const isStored = databaseServerUrl === null
  const isComplete = { last: ADDRESSES_FILE }
  if (!fresh && isStored && (await restoreCopy(worldCopy, dataDir, isComplete))) return
  await deleteWorld(dataDir)
  if (fresh || !(await restoreCopy(chainCopy, dataDir))) {
    await deleteWorld(dataDir)
    await buildChain(options, presentMs)
    await storeCopy(dataDir, chainCopy, CHAIN_ENTRIES)
  }
  await buildDatabase(options)
  if (!isStored) return
  await storeCopy(dataDir, worldCopy, WORLD_ENTRIES)
  await deleteOldest(snapshotDir, { isIncluded: (name) => COPY.test(name), kept: KEPT_COPIES })
}

/** Deletes a world except its lock; deletes the file that marks it as complete first. */
async function deleteWorld(dataDir: string): Promise<void> {
  await deleteKeystore(dataDir)
  await endStaleServer(join(dataDir, POSTGRES_DIR))
  for (const entry of WORLD_ENTRIES) {
    await rm(join(dataDir, entry), { recursive: true, force: true })
  }
}

const COPY = /^(chain|world)-/
const KEPT_COPIES = 8

/** Acquires the lock for restoring and building snapshots; waits while another process holds it. */
function lockSnapshots({ snapshotDir, onProgress }: PrepareOptions) {
  return acquireLock(join(snapshotDir, 'lock'), {
    onWait: (pid) => onProgress(`Waiting for process ${pid}, which prepares a world`),
  })
}
