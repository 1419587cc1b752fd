import { join } from 'node:path'

/** The process's environment variables. */
export const ENVIRONMENT: Readonly<Record<string, string | undefined>> = process.env

/** Root of the checkout. */
export const ROOT = join(import.meta.dirname, '../../..')

/** Worlds and their data: the folder that DHARMA_STATE names, else one that is never committed. */
export const STATE_DIR = ENVIRONMENT.DHARMA_STATE || join(ROOT, '.dharma')

/** Path of the toolbox binary: the one that FLOW_TOOLBOX names, else the one that set-up builds. */
export function resolveToolboxPath(env = ENVIRONMENT): string {
  return env.FLOW_TOOLBOX || join(ROOT, '.dharma/bin/toolbox')
}

/** The database server to use instead of an embedded one, null when none is named. */
export function readDatabaseServerUrl(env = ENVIRONMENT): string | null {
  return env.DATABASE_URL || null
}
