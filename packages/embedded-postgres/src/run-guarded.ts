import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildUserCommand, type ServerUser } from './server-user.ts'

/** Name of the guard process in process lists. */
export const GUARD_NAME = 'dharma-postgres-guard'

/**
 * Shell script of the guard: runs the server and waits for it. When standard input is closed, which
 * also happens when this process is killed, it stops the server.
 */
const GUARD = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ read -r _ <&3; kill -INT "$server"; } &
watcher=$!
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"`

export interface GuardedServer {
  hasExited(): boolean
  /** Resolves when the server has exited, after `stop` or unexpectedly. */
  ended: Promise<void>
  /** Makes the server end its sessions; resolves when it has written all data and exited. */
  stop(): Promise<void>
}

/**
 * Starts a server that stops when this process ends. It runs in its own session, so Ctrl-C does not
 * reach it.
 */
export function runGuarded(
  user: ServerUser,
  command: readonly string[],
  logFile: number,
): GuardedServer {
  const { file, args, ids } = buildUserCommand(user, ['sh', '-c', GUARD, GUARD_NAME, ...command])
  const child = spawn(file, args, { ...ids, stdio: ['pipe', logFile, logFile], detached: true })
  child.stdin?.on('error', () => {})
  const exited = once(child, 'exit')
  child.unref()
  return {
    hasExited: () => hasExited(child),
    ended: exited.then(() => {}),
    stop: () => stop(child, exited),
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (hasExited(child)) return
  child.ref()
  child.stdin?.end()
  await exited
}
