import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { ENVIRONMENT } from '../environment.ts'
import { TEST_PRESENT_MS } from './present.ts'
import { waitFor } from './wait-for.ts'

/** The process that `npm start` runs after its set-up. */
export interface StartedProcess {
  pid: number
  /** Everything it printed so far. */
  readOutput(): string
  readErrors(): string
  /** Resolves when it has printed the text. Throws when it exits before. */
  waitForOutput(text: string): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Exit code, null after a kill. */
  exited: Promise<number | null>
}

/** A start takes 17 s on an idle machine. */
const START_TIMEOUT_MS = 250_000

/** Starts the world's main with its data in `stateDir`, on any free ports. */
export function startProcess(stateDir: string, args: string[] = []): StartedProcess {
  const main = join(ROOT, 'apps/world/src/main.ts')
  const child = spawn(process.execPath, [main, '--port', '0', '--api-port', '0', ...args], {
    env: {
      ...{ ...ENVIRONMENT, DHARMA_STATE: stateDir, DATABASE_URL: '' },
      DHARMA_PRESENT: new Date(TEST_PRESENT_MS).toISOString(),
    },
  })
  const read = (stream: ChildProcess['stdout']) => {
    let text = ''
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    return () => text
  }
  const [output, errors] = [read(child.stdout), read(child.stderr)]
  return {
    pid: child.pid ?? 0,
    readOutput: output,
    readErrors: errors,
    waitForOutput: (text) => {
      const isPrinted = () => {
        if (child.exitCode !== null) throw new Error(`The world ended: ${errors()}`)
        return output().includes(text)
      }
      return waitFor(`the world to print '${text}'`, isPrinted, START_TIMEOUT_MS)
    },
    kill: (signal) => void child.kill(signal),
    exited: once(child, 'close').then(([code]) => code),
  }
}

/** Finds all processes with the directory in their command line or environment. */
export async function findProcesses(stateDir: string): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
      ])
      const isOurs = command.includes(stateDir) || environment.includes(`DHARMA_STATE=${stateDir}`)
      return isOurs ? [{ pid, command: command.replaceAll('\0', ' ') }] : []
    }),
  )
  return found.flat()
}
