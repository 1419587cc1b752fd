import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Things of this machine alone: binaries, locks, the local world. Never committed. */
export const STATE_DIR = join(ROOT, '.dharma')

/** Node 24 as an npm package. Always named by its path: a shell may remember an older `node`. */
export const NODE_BINARY = join(ROOT, 'node_modules/.bin/node')

export const CONTRACTS_DIR = join(ROOT, 'packages/contracts')

export const TOOLBOX_SOURCE_DIR = join(ROOT, 'tools/toolbox')

/** The Flow tools: the binary that FLOW_TOOLBOX names, else the one that set-up builds. */
export const TOOLBOX_BINARY = process.env.FLOW_TOOLBOX || join(STATE_DIR, 'bin/toolbox')

/**
 * A script of an installed package, to be run with NODE.
 * @param {string} path inside node_modules
 */
export const resolvePackageScript = (path) => join(ROOT, 'node_modules', path)
