import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildUserCommand, type ServerUser } from './server-user.ts'

/** Name under which the guard shows in process lists. */
export const GUARD_NAME = 'dharma-postgres-guard'

/**
 * Runs the server and waits for it. When standard input reaches its end, which it does however this
 * process dies, the server is told to end.
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
  /** Resolves when the server has ended, told to or by itself. */
  ended: Promise<void>
  /** Tells the server to end its sessions and waits until it has written everything. */
  stop(): Promise<void>
}

/** Starts a server that cannot outlive this process, in a session of its own, which Ctrl-C does not reach. */
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
