import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Computes the SHA-256 (hex) over the paths and contents of files, directories included recursively, sorted by path.
 * Ignores paths that do not exist.
 * @param {string} root paths are hashed relative to it, so that a moved checkout has the same fingerprint
 * @param {string[]} paths files or directories, absolute
 * @param {(path: string) => boolean} [isIncluded] selects files
 */
export async function computeFingerprint(root, paths, isIncluded = () => true) {
  const found = await Promise.all(paths.map(listFiles))
  const files = found.flat().filter(isIncluded).sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const content = await readFile(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function listFiles(path) {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found ? [path] : []
  const names = await readdir(path)
  return (await Promise.all(names.map((name) => listFiles(join(path, name))))).flat()
}

/**
 * @param {string} stamp path of the file that stores the fingerprint of what was built
 * @param {string} wanted
 */
export async function isStamped(stamp, wanted) {
  return (await readFile(stamp, 'utf8').catch(() => '')) === wanted
}

/**
 * @param {string} stamp
 * @param {string} content
 */
export async function writeStamp(stamp, content) {
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, content)
}
