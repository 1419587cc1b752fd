import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from './start-server-process.ts'

/** A process that a test kills and starts again with the same roles and environment. */
export interface RestartableProcess {
  /** Sends SIGKILL, waits for the end, and starts it again. */
  killAndRestart(): Promise<void>
  /** Sends SIGTERM, waits for the end, and starts it again; returns the exit code. */
  terminateAndRestart(): Promise<number | null>
  kill(): Promise<void>
  /** Returns the output of all its runs. */
  output(): string
}

export function startRestartableProcess(options: ServerProcessOptions): RestartableProcess {
  const runs: ServerProcess[] = [startServerProcess(options)]
  const kill = async () => void (await runs.at(-1)?.kill())
  return {
    kill,
    killAndRestart: async () => {
      await kill()
      runs.push(startServerProcess(options))
    },
    terminateAndRestart: async () => {
      const running = runs.at(-1)
      running?.signal('SIGTERM')
      const code = (await running?.ended) ?? null
      runs.push(startServerProcess(options))
      return code
    },
    output: () => runs.map((run) => run.output()).join('\n'),
  }
}
