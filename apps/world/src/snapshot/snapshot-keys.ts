import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { computeFingerprint } from '../../../../scripts/set-up/fingerprint.mjs'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'

/** Names of the two snapshots: hashes of all sources that affect their content. */
export interface SnapshotKeys {
  chain: string
  world: string
}

const CHAIN_SOURCES = [
  'packages/{contracts,flow,values}/src/**/*.*',
  'packages/contracts/{contracts,transactions,scripts}/**/*.cdc',
  'packages/contracts/flow.json',
  'apps/world/src/**/*.ts',
]

/** What the database depends on beside the chain. The versions of npm packages are in the lock file. */
const DATABASE_SOURCES = [
  'packages/{embedded-postgres,rules,score}/src/**/*.*',
  'apps/server/src/**/*.*',
  'package-lock.json',
]

/** Tests, and what writes no table: the API affects the database only through modules of other folders. */
const WITHOUT_EFFECT = ['**/*.test.ts', '**/{testing,stories}/**', 'apps/*/src/{api,web}/**']

/** Lists the sources of both snapshots, relative to the root of the checkout. */
export const listSnapshotSources = (): { chain: string[]; database: string[] } => ({
  chain: listFiles(CHAIN_SOURCES),
  database: listFiles(DATABASE_SOURCES),
})

const listFiles = (patterns: string[]) => globSync(patterns, { cwd: ROOT, exclude: WITHOUT_EFFECT })

/**
 * Computes the keys of both snapshots from their sources, the toolbox binary, and the present for which they are built;
 * without one, the first present is kept.
 */
export async function computeSnapshotKeys(
  toolbox: string,
  presentMs?: number,
): Promise<SnapshotKeys> {
  const tools = hash('sha256', await readFile(toolbox))
  const sources = listSnapshotSources()
  const chain = await computeKey([tools, String(presentMs ?? 'any')], sources.chain)
  return { chain, world: await computeKey([chain], sources.database) }
}

async function computeKey(parts: readonly string[], files: string[]): Promise<string> {
  const paths = files.map((file) => join(ROOT, file))
  const sources = await computeFingerprint(ROOT, paths)
  return hash('sha256', [...parts, sources].join('\n')).slice(0, 16)
}
