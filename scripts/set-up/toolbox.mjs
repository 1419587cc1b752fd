import { access, copyFile, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deleteOldest } from './delete-oldest.mjs'
import { computeFingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { CACHE_DIR, ROOT, TOOLBOX_BINARY, TOOLBOX_SOURCE_DIR } from './paths.mjs'
import { readCommandOutput } from './run-child.mjs'
import { runCommand } from './run-command.mjs'

const STAMP = `${TOOLBOX_BINARY}.stamp`
const DRAFT = `${TOOLBOX_BINARY}.draft`
/** Binaries by the fingerprint of their sources, which all checkouts share. */
const BUILT_DIR = join(CACHE_DIR, 'toolbox')
const KEPT_BINARIES = 4
const MIN_GO_VERSION = [1, 26]

/** blst without instructions that only some processors have. */
export const GO_ENVIRONMENT = { CGO_ENABLED: '1', CGO_CFLAGS: '-O2 -D__BLST_PORTABLE__' }

/**
 * Returns what the machine lacks to run or build the toolbox, as a sentence without its full stop;
 * undefined when the toolbox exists or can be built.
 */
export async function findMissingToolboxRequirements() {
  if (process.env.FLOW_TOOLBOX) {
    return (await readCommandOutput(TOOLBOX_BINARY, ['--help'])) === undefined
      ? `FLOW_TOOLBOX is ${TOOLBOX_BINARY}, which does not run: set it to the path of a toolbox binary`
      : undefined
  }
  const wanted = await computeSourceFingerprint()
  const exists = (await isBuilt(wanted)) || (await isFile(join(BUILT_DIR, wanted)))
  return exists ? undefined : findMissingGoRequirements()
}

/** Returns what the machine lacks to compile Go, in the same form. */
export async function findMissingGoRequirements() {
  const version = await readCommandOutput('go', ['env', 'GOVERSION'], { GOTOOLCHAIN: 'local' })
  if (!isGoNewEnough(version)) {
    return version
      ? `Go is too old (${version}): install Go 1.26 or newer`
      : 'Go is missing: install Go 1.26 or newer'
  }
  const compiler = (await readCommandOutput('go', ['env', 'CC'])) || 'cc'
  if ((await readCommandOutput(compiler, ['--version'])) === undefined) {
    return `A C compiler is missing (Go calls ${compiler}): install gcc or clang`
  }
  return undefined
}

/** @param {string | undefined} version such as 'go1.26.8' */
export function isGoNewEnough(version) {
  const [, major, minor] = version?.match(/^go(\d+)\.(\d+)/)?.map(Number) ?? []
  const [oldestMajor = 0, oldestMinor = 0] = MIN_GO_VERSION
  if (major === undefined || minor === undefined) return false
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * Copies the toolbox that was built for these sources, or builds it, if the sources changed. The finished binary replaces
 * the old one atomically, so an interrupted build leaves no partial binary.
 * @param {(pid: number) => void} onStart receives the compiler's process id
 */
export async function buildToolbox(onStart) {
  const wanted = await computeSourceFingerprint()
  if (process.env.FLOW_TOOLBOX || (await isBuilt(wanted))) return
  await mkdir(dirname(TOOLBOX_BINARY), { recursive: true })
  const built = join(BUILT_DIR, wanted)
  if (await isFile(built)) await copyFile(built, DRAFT)
  else await compileToolbox(built, onStart)
  await rename(DRAFT, TOOLBOX_BINARY)
  await writeStamp(STAMP, wanted)
}

/**
 * @param {string} built where a copy is kept
 * @param {(pid: number) => void} onStart
 */
async function compileToolbox(built, onStart) {
  await runCommand({
    title: 'Building the Flow tools (the first time takes about five minutes)',
    command: ['go', 'build', '-mod=readonly', '-ldflags=-s -w', '-o', DRAFT, '.'],
    cwd: TOOLBOX_SOURCE_DIR,
    env: GO_ENVIRONMENT,
    onStart,
  })
  await mkdir(BUILT_DIR, { recursive: true })
  const draft = `${built}.draft-${process.pid}`
  await copyFile(DRAFT, draft)
  await rename(draft, built)
  await deleteOldest(BUILT_DIR, { isIncluded: () => true, kept: KEPT_BINARIES })
}

/** @param {string} wanted */
async function isBuilt(wanted) {
  return (await isFile(TOOLBOX_BINARY)) && isStamped(STAMP, wanted)
}

/** @param {string} path */
const isFile = (path) =>
  access(path).then(
    () => true,
    () => false,
  )

function computeSourceFingerprint() {
  return computeFingerprint(ROOT, [TOOLBOX_SOURCE_DIR], (path) => {
    return /\/go\.(mod|sum)$/.test(path) || (path.endsWith('.go') && !path.endsWith('_test.go'))
  })
}
