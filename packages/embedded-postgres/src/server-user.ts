import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { FatalError } from '@app/values/errors.ts'

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface ServerUser {
  /** Owner of the data; `null` for the user of this process. */
  ids: { uid: number; gid: number } | null
  /** Program and arguments to put before the command. */
  prefix: readonly string[]
}

/** PostgreSQL's own user, or the unprivileged user that every system has. */
const CANDIDATES = ['postgres', 'nobody']

/**
 * Returns a user that can access every one of `paths`. Throws `FatalError` when this process runs
 * as root and there is none.
 */
export async function chooseServerUser(paths: readonly string[]): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return { ids: null, prefix: [] }
  const ids = await findUser()
  const users: ServerUser[] = [
    { ids, prefix: [] },
    { ids, prefix: buildSetprivPrefix(ids) },
  ]
  const user = users.find((candidate) => paths.every((path) => canEnter(candidate, path)))
  if (user !== undefined) return user
  throw new FatalError(
    `PostgreSQL does not run as root, and the user with id ${ids.uid} cannot enter ${paths.join(' or ')}; move the project to a directory that every user can enter, run it as another user, or set DATABASE_URL.`,
  )
}

/** Returns the file, arguments and ids with which `spawn` runs `command` as that user. */
export function buildUserCommand(
  { ids, prefix }: ServerUser,
  command: readonly string[],
): { file: string; args: string[]; ids: { uid?: number; gid?: number } } {
  const [file = '', ...args] = [...prefix, ...command]
  return { file, args, ids: prefix.length === 0 && ids !== null ? ids : {} }
}

async function findUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of CANDIDATES) {
    const entry = lines.find(([user]) => user === name)
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new FatalError(
    'PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody; run this as another user, or set DATABASE_URL.',
  )
}

/**
 * Builds a `setpriv` prefix that drops all privileges except the one to traverse directories such
 * as /root.
 */
function buildSetprivPrefix({ uid, gid }: { uid: number; gid: number }): string[] {
  const capability = '+dac_override'
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ]
}

function canEnter(user: ServerUser, path: string): boolean {
  const { file, args, ids } = buildUserCommand(user, ['sh', '-c', 'cd "$0"', path])
  return spawnSync(file, args, { ...ids, stdio: 'ignore' }).status === 0
}
