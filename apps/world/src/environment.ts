import { join } from 'node:path'
import { CACHE_DIR, STATE_DIR } from '../../../scripts/set-up/paths.mjs'

export const ENVIRONMENT: Readonly<Record<string, string | undefined>> = process.env

/** Directory of the worlds' data: DHARMA_STATE, else `.dharma`, which git ignores. */
export const WORLDS_DIR = ENVIRONMENT.DHARMA_STATE || STATE_DIR

/** Directory of the snapshots of local worlds, which all checkouts share. */
export const SNAPSHOT_DIR = join(CACHE_DIR, 'worlds')
