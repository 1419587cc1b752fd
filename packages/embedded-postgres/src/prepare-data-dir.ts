import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { FatalError } from '@app/values/errors.ts'
import { buildUserCommand, type ServerUser } from './server-user.ts'

/** A new cluster uses 40 MB; its write-ahead log grows with large writes. */
const SPACE_NEEDED_BYTES = 400 * 2 ** 20

interface DataDir {
  dataDir: string
  initdb: string
  user: ServerUser
}

/** Returns the path of the file with the password of the superuser. */
export const buildSecretFilePath = (dataDir: string): string => `${dataDir}.secret`

/**
 * Creates a database cluster in `dataDir` if there is none. Returns the password of its superuser.
 */
export async function prepareDataDir(options: DataDir): Promise<string> {
  const { dataDir } = options
  const secretFile = buildSecretFilePath(dataDir)
  if (existsSync(join(dataDir, 'PG_VERSION')) && existsSync(secretFile)) {
    return await readFile(secretFile, 'utf8')
  }
  await assertDiskSpace(dirname(dataDir))
  await rm(dataDir, { recursive: true, force: true })
  const password = randomBytes(16).toString('hex')
  await writeFile(secretFile, password, { mode: 0o600 })
  await initializeCluster(options, password)
  return password
}

async function assertDiskSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  if (free >= SPACE_NEEDED_BYTES) return
  throw new FatalError(
    `There are only ${Math.floor(free / 2 ** 20)} MB free at ${directory}, and PostgreSQL needs ${SPACE_NEEDED_BYTES / 2 ** 20} MB; free some space, or set DATABASE_URL.`,
  )
}

/**
 * Creates the cluster in a temporary directory and renames it when it is complete, so that an
 * interruption never leaves a partial cluster in `dataDir`.
 */
async function initializeCluster(
  { dataDir, initdb, user }: DataDir,
  password: string,
): Promise<void> {
  const unfinished = `${dataDir}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const scratch = await mkdtemp(join(tmpdir(), 'dharma-initdb-'))
  const passwordFile = join(scratch, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user.ids !== null) {
    for (const path of [unfinished, scratch, passwordFile]) {
      await chown(path, user.ids.uid, user.ids.gid)
    }
  }
  try {
    await runInitdb(user, [
      initdb,
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ])
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  await rename(unfinished, dataDir)
}

async function runInitdb(user: ServerUser, command: string[]): Promise<void> {
  const { file, args, ids } = buildUserCommand(user, command)
  const child = spawn(file, args, { ...ids, stdio: ['ignore', 'ignore', 'pipe'] })
  const [problem, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code === 0) return
  const sentence = problem.trim().split('\n').at(-1) ?? ''
  throw new FatalError(`PostgreSQL could not create its data directory: ${sentence}`)
}
