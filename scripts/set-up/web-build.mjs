import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { computeFingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { NODE_BINARY, ROOT, resolvePackageScript, STATE_DIR } from './paths.mjs'
import { runCommand } from './run-command.mjs'

const WEB = join(ROOT, 'apps/web')
const DIST = join(WEB, 'dist')
const DRAFT = join(STATE_DIR, 'web.draft')
const STAMP_NAME = '.set-up-stamp'

const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/vite',
  'apps/web/vite.config.ts',
  'packages/values/src',
  'packages/rules/src',
  'packages/api/src',
  'packages/contracts/flow.json',
  'packages/contracts/src/addresses.ts',
  'packages/contracts/src/consent-message.ts',
  'packages/contracts/src/describe-unfreeze.ts',
  'package-lock.json',
]

/**
 * Builds the web app into apps/web/dist if its sources changed.
 * @param {(pid: number) => void} onStart receives the builder's process id
 */
export async function buildWeb(onStart) {
  const sources = SOURCES.map((path) => join(ROOT, path))
  const wanted = await computeFingerprint(ROOT, sources, (path) => !/\.test\.tsx?$/.test(path))
  if (await isStamped(join(DIST, STAMP_NAME), wanted)) return
  await runCommand({
    title: 'Building the web app',
    command: [
      NODE_BINARY,
      resolvePackageScript('vite/bin/vite.js'),
      ...['build', '--outDir', DRAFT, '--emptyOutDir'],
    ],
    cwd: WEB,
    onStart,
  })
  await writeStamp(join(DRAFT, STAMP_NAME), wanted)
  await rm(DIST, { recursive: true, force: true })
  await rename(DRAFT, DIST)
}
