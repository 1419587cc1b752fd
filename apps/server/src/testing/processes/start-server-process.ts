import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Role } from '../../runtime/roles.ts'

/** A server process of its own. */
export interface ServerProcess {
  pid: number
  /** Returns its output on stdout and stderr. */
  output(): string
  /** Sends a signal and does not wait. */
  signal(name: NodeJS.Signals): void
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>
  /** Resolves with the exit code, or `null` after a signal, once all its output was read. */
  ended: Promise<number | null>
}

export interface ServerProcessOptions {
  roles: readonly Role[]
  /** Its complete environment. */
  env: Record<string, string>
  /** Arguments of Node before the script. */
  nodeArgs?: readonly string[]
  /** Its working directory. */
  cwd?: string
}

const MAIN = join(import.meta.dirname, '../../main.ts')

/** Starts `main.ts` with these roles. The caller ends it. */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const { roles, env, nodeArgs = [], cwd } = options
  const child = spawn(process.execPath, [...nodeArgs, MAIN, ...roles], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    ...(cwd !== undefined && { cwd }),
  })
  const output = collectOutput(child)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    pid: child.pid ?? 0,
    output,
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = ''
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return () => output
}
