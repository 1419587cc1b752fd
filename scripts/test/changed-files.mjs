import { ROOT } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'

/**
 * A change: the commit to compare with, and the files that differ from it.
 * @typedef {object} Change
 * @property {string} since
 * @property {string[]} files paths inside of the project
 */

/**
 * Lists the files with uncommitted changes, or those of the last commit if there are none.
 * @returns {Promise<Change>}
 * @throws {Error} when git cannot tell
 */
export async function listChangedFiles() {
  const uncommitted = [
    ...(await runGit(['diff', '--name-only', 'HEAD'])),
    ...(await runGit(['ls-files', '--others', '--exclude-standard'])),
  ]
  if (uncommitted.length > 0) return { since: 'HEAD', files: uncommitted }
  return { since: 'HEAD~1', files: await runGit(['diff', '--name-only', 'HEAD~1', 'HEAD']) }
}

/**
 * Lists the files of the project that git knows or would add, as paths inside of it.
 * @returns {Promise<string[]>}
 */
export const listProjectFiles = () =>
  runGit(['ls-files', '--cached', '--others', '--exclude-standard'])

/** @param {string[]} args */
async function runGit(args) {
  const { code, output } = await runChild({ command: ['git', ...args], cwd: ROOT, isSilent: true })
  if (code !== 0) throw new Error(`git cannot list files: ${output.trim()}`)
  return output.split('\n').filter(Boolean)
}
