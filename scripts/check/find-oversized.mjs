import { posix } from 'node:path'

const MAX_FILES_OF_FOLDER = 20

/** Folders whose files are one list: migrations, ordered by number, and the pictures that a command writes. */
const LISTS = new Set(['apps/server/src/db/migrations', 'docs/pictures'])

/** The most lines of a file whose path matches; the first match counts. */
const MAX_LINES = [
  { path: /\.generated\.ts$/, lines: Number.POSITIVE_INFINITY },
  { path: /\.tsx?$/, lines: 300 },
  { path: /^packages\/contracts\/contracts\/.+\.cdc$/, lines: 400 },
]

/**
 * Returns each folder with more than 20 files, without those of its subfolders, as `folder: count`.
 * @param {string[]} paths of files, with `/` between their parts
 * @returns {string[]}
 */
export function findCrowdedFolders(paths) {
  const folders = Map.groupBy(paths, (path) => posix.dirname(path))
  return [...folders]
    .filter(([folder, files]) => files.length > MAX_FILES_OF_FOLDER && !LISTS.has(folder))
    .map(([folder, files]) => `${folder}: ${files.length} files, at most ${MAX_FILES_OF_FOLDER}`)
    .sort()
}

/**
 * Returns `path: count` for a TypeScript file of more than 300 lines, unless it is generated, or a contract of
 * more than 400; otherwise undefined.
 * @param {string} path with `/` between its parts
 * @param {string} source
 * @returns {string | undefined}
 */
export function findExcessLines(path, source) {
  const limit = MAX_LINES.find((each) => each.path.test(path))
  const lines = source.replace(/\n$/, '').split('\n').length
  return limit !== undefined && lines > limit.lines
    ? `${path}: ${lines} lines, at most ${limit.lines}`
    : undefined
}
