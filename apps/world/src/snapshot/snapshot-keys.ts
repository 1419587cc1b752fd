import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { computeFingerprint } from '../../../../scripts/set-up/fingerprint.mjs'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'

/** Names of the two snapshots: hashes of all sources that affect their content. */
export interface SnapshotKeys {
  chain: string
  world: string
}

/** Entry points of the builds; their imports are the sources that affect the content. */
const CHAIN_BUILDER = join(ROOT, 'apps/world/src/snapshot/build-chain.ts')
const DATABASE_BUILDER = join(ROOT, 'apps/world/src/snapshot/build-database.ts')

/** Sources of the chain that are not imported by any module. */
const CHAIN_FILES = [join(ROOT, 'packages/contracts/contracts')]

/** Sources of the database that are not imported by any module. */
const DATABASE_FILES = [
  join(ROOT, 'apps/server/src/db/migrations'),
  join(ROOT, 'package-lock.json'),
]

/**
 * Sources without effect on the tables: the API affects the database only through modules of other
 * folders.
 */
const WITHOUT_TABLES = /\/(?:apps\/server\/src\/api|packages\/api|apps\/world\/src\/web)\//

/**
 * Computes the keys of both snapshots from their sources, the toolbox binary, and the present for which they are built;
 * without one, the first present is kept.
 */
export async function computeSnapshotKeys(
  toolbox: string,
  presentMs?: number,
): Promise<SnapshotKeys> {
  const tools = hash('sha256', await readFile(toolbox))
  const chainSources = await listImportedSources(CHAIN_BUILDER)
  const inputs = [tools, String(presentMs ?? 'any')]
  const chain = await computeKey(inputs, [...chainSources, ...CHAIN_FILES])
  const databaseSources = await listImportedSources(DATABASE_BUILDER)
  const writers = databaseSources.filter((path) => !WITHOUT_TABLES.test(path))
  return { chain, world: await computeKey([chain], [...writers, ...DATABASE_FILES]) }
}

async function computeKey(parts: readonly string[], paths: string[]): Promise<string> {
  const sources = await computeFingerprint(ROOT, paths)
  return hash('sha256', [...parts, sources].join('\n')).slice(0, 16)
}

/** Lists the file and all files of this project that it imports, directly or indirectly. */
export async function listImportedSources(entry: string): Promise<string[]> {
  const found = new Set<string>()
  const visit = async (path: string): Promise<void> => {
    if (found.has(path)) return
    found.add(path)
    const content = await readFile(path, 'utf8')
    const specifiers = [...content.matchAll(IMPORT)].flatMap(([, specifier = '']) => specifier)
    await Promise.all(specifiers.flatMap((specifier) => resolveSource(path, specifier)).map(visit))
  }
  await visit(entry)
  return [...found]
}

const IMPORT = /^(?:import|export|\})[^'\n]*(?:from )?'([^']+\.(?:ts|mjs|json))'/gm

/**
 * Resolves imports of files and of `@app/…`; returns none for npm packages, whose versions are in
 * the lock file.
 */
function resolveSource(importer: string, specifier: string): string[] {
  if (specifier.startsWith('.')) return [join(dirname(importer), specifier)]
  const [, name, path] = /^@app\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  if (name === undefined || path === undefined) return []
  const parent = APPS.has(name) ? 'apps' : 'packages'
  return [join(ROOT, parent, name, 'src', path)]
}

const APPS = new Set(['server', 'verify', 'world', 'lab', 'deploy'])
