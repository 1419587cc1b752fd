import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Local state: binaries, locks, the local world. Never committed. */
export const STATE_DIR = join(ROOT, '.dharma')

/** What is built once for its sources and named after them, for every checkout of this user: the Flow tools, worlds. */
export const CACHE_DIR = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dharma')

/** Node 24 from an npm package. Always called by its path: `node` on the PATH may be an older one. */
export const NODE_BINARY = join(ROOT, 'node_modules/.bin/node')

export const CONTRACTS_DIR = join(ROOT, 'packages/contracts')

export const TOOLBOX_SOURCE_DIR = join(ROOT, 'tools/toolbox')

/** The Flow tools: the binary at FLOW_TOOLBOX, else the one that set-up builds. */
export const TOOLBOX_BINARY = process.env.FLOW_TOOLBOX || join(STATE_DIR, 'bin/toolbox')

/**
 * Returns the path of a script of an installed package, to run with NODE_BINARY.
 * @param {string} path inside node_modules
 */
export const resolvePackageScript = (path) => join(ROOT, 'node_modules', path)
