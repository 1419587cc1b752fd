import { hash } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeJson } from '../write-json.ts'

/** The contents of a stored copy; written last, so that a copy without it is incomplete. */
interface Manifest {
  /** SHA-256 in hex by path. */
  files: Record<string, string>
  /** Paths of directories, parents first. */
  directories: string[]
}

const MANIFEST = 'manifest.json'
const CONTENT = 'content'

/**
 * Stores the named entries of `source` in `directory`, replacing what was stored there. They must
 * not change meanwhile. The copy is renamed to its final path only when it is complete.
 */
export async function storeCopy(
  source: string,
  directory: string,
  entries: readonly string[],
): Promise<void> {
  const draft = `${directory}.draft`
  await rm(draft, { recursive: true, force: true })
  const { files, directories } = await listTree(source, entries)
  await copyDirectories(source, join(draft, CONTENT), directories)
  const hashes = await copyFiles(source, join(draft, CONTENT), files)
  const manifest: Manifest = { files: Object.fromEntries(hashes), directories }
  await writeJson(join(draft, MANIFEST), manifest)
  await rm(directory, { recursive: true, force: true })
  await rename(draft, directory)
}

/**
 * Copies the stored entries of `directory` into `target` with their permissions. Returns false when
 * nothing is stored, or when a stored file is missing or changed; the copy is then deleted, and
 * `target` may contain a part of it, but not the file `last`, which appears when all others are there.
 */
export async function restoreCopy(
  directory: string,
  target: string,
  { last = '' }: { last?: string } = {},
): Promise<boolean> {
  try {
    const manifest: Manifest = JSON.parse(await readFile(join(directory, MANIFEST), 'utf8'))
    const content = join(directory, CONTENT)
    const isSame = ([path, sha256]: [string, string]) => manifest.files[path] === sha256
    const paths = Object.keys(manifest.files)
    await copyDirectories(content, target, manifest.directories)
    const others = paths.filter((path) => path !== last)
    const areSame = (await copyFiles(content, target, others)).every(isSame)
    if (areSame && (!paths.includes(last) || (await copyLast(content, target, last)).every(isSame)))
      return true
  } catch (error) {
    if (!isUnreadableCopyError(error)) throw error
  }
  await rm(directory, { recursive: true, force: true })
  return false
}

/**
 * Returns whether the error means that a stored copy is unreadable, in contrast to an error of the
 * target such as a full disk.
 */
function isUnreadableCopyError(error: unknown): boolean {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return isMissing || error instanceof SyntaxError || error instanceof TypeError
}

/** Lists files and directories below `root`, parents first. */
async function listTree(root: string, entries: readonly string[]) {
  const files: string[] = []
  const directories: string[] = []
  const visit = async (path: string): Promise<void> => {
    if (!(await stat(join(root, path))).isDirectory()) {
      files.push(path)
      return
    }
    directories.push(path)
    for (const name of await readdir(join(root, path))) await visit(join(path, name))
  }
  for (const entry of entries) await visit(entry)
  return { files, directories }
}

/** Copies a file under another name, and renames it: half a file never has its name. */
async function copyLast(source: string, target: string, path: string) {
  const draft = join(target, `${path}.draft`)
  await rm(draft, { recursive: true, force: true })
  const hashes = await copyFiles(source, draft, [path])
  await rename(join(draft, path), join(target, path))
  await rm(draft, { recursive: true })
  return hashes
}

async function copyDirectories(source: string, target: string, directories: readonly string[]) {
  await mkdir(target, { recursive: true })
  for (const path of directories) {
    const { mode, ...owner } = await stat(join(source, path))
    await mkdir(join(target, path), { recursive: true, mode })
    await copyOwnerIfRoot(join(target, path), owner)
  }
}

/** Copies the files and returns their paths with the SHA-256 of their content. */
function copyFiles(source: string, target: string, files: readonly string[]) {
  return Promise.all(
    files.map(async (path): Promise<[path: string, sha256: string]> => {
      const { mode, ...owner } = await stat(join(source, path))
      const content = await readFile(join(source, path))
      await mkdir(dirname(join(target, path)), { recursive: true })
      await writeFile(join(target, path), content, { mode })
      await copyOwnerIfRoot(join(target, path), owner)
      return [path, hash('sha256', content)]
    }),
  )
}

/**
 * Sets the owner of a file when this process runs as root: the database belongs to an unprivileged
 * user.
 */
async function copyOwnerIfRoot(
  path: string,
  { uid, gid }: { uid: number; gid: number },
): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}
