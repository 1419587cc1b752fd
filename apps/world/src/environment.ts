import { join } from 'node:path'
import { CACHE_DIR } from '../../../scripts/set-up/paths.mjs'

/** The process's environment variables. */
export const ENVIRONMENT: Readonly<Record<string, string | undefined>> = process.env

/** Root of the checkout. */
export const ROOT = join(import.meta.dirname, '../../..')

/** Directory of the worlds' data: DHARMA_STATE, else `.dharma`, which git ignores. */
export const STATE_DIR = ENVIRONMENT.DHARMA_STATE || join(ROOT, '.dharma')

/** Returns the path of the toolbox binary: FLOW_TOOLBOX, else the one that set-up builds. */
export function resolveToolboxPath(env = ENVIRONMENT): string {
  return env.FLOW_TOOLBOX || join(ROOT, '.dharma/bin/toolbox')
}

/**
 * Returns the URL of the database server to use instead of an embedded one; `null` without
 * DATABASE_URL.
 */
export function getDatabaseServerUrl(env = ENVIRONMENT): string | null {
  return env.DATABASE_URL || null
}

/** Directory of the snapshots of local worlds, which all checkouts share. */
export const SNAPSHOT_DIR = join(CACHE_DIR, 'worlds')
