import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { ENVIRONMENT } from './environment.ts'

export interface ToolProcess<Ready> {
  /** The JSON line that it printed when it was ready. */
  ready: Ready
  pid: number
  /** Resolves when the process has exited, with its last output on standard error. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** The JSON line that the emulator prints when it is ready. */
export interface EmulatorReady {
  rest: string
  control: string
  serviceAddress: Address
  /** ECDSA_P256 private key in hex; the local world only. */
  serviceKey: string
}

export interface WalletReady {
  url: string
  /** URL for `discovery.wallet` of FCL. */
  authn: string
}

/** Starts the Flow emulator on free loopback ports. Throws `FatalError` when it does not start. */
export function startEmulator({
  toolbox,
  dbDir,
}: {
  toolbox: string
  /** Directory of the chain's data; in memory when absent. */
  dbDir?: string
}): Promise<ToolProcess<EmulatorReady>> {
  return startTool(toolbox, ['emulator', ...(dbDir === undefined ? [] : ['--db-dir', dbDir])])
}

/** Starts the FCL dev wallet on all interfaces and any free port; it signs for every account that has the service key. */
export function startWallet(
  toolbox: string,
  emulator: EmulatorReady,
): Promise<ToolProcess<WalletReady>> {
  const { rest, serviceAddress, serviceKey } = emulator
  const args = ['--port', '0', '--access-node', rest, '--service-address', serviceAddress]
  // Not an argument: every user of the machine can read these.
  return startTool(toolbox, ['wallet', ...args], { TOOLBOX_WALLET_KEY: serviceKey })
}

/** Starts a subcommand, which the pipe at its standard input ends even when this process is killed. */
async function startTool<Ready>(
  toolbox: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<ToolProcess<Ready>> {
  const child = startChild(toolbox, args, { stdio: 'pipe', env: { ...ENVIRONMENT, ...env } })
  const { line, errors } = await child.started
  if (errors !== null)
    throw new FatalError(`${toolbox} ${args[0]} did not start: ${errors || 'no error output'}`)
  return { ready: JSON.parse(line) as Ready, pid: child.pid, ended: child.ended, stop: child.end }
}

/** A child process. */
export interface ChildHandle {
  pid: number
  /** Resolves with its first line, or with its error output when it ended before. */
  started: Promise<{ line: string; errors: null | string }>
  /** Resolves when it has exited, with its last output on standard error. */
  ended: Promise<string>
  /** Stops it, and resolves when it has exited. */
  end(): Promise<void>
}

const STOP_TIMEOUT_MS = 3_000
const MAX_ERROR_OUTPUT = 2_000

/**
 * Starts a process that leads its own process group, so that Ctrl-C reaches only this process, which stops its children
 * in order.
 */
export function startChild(
  program: string,
  args: readonly string[],
  options: { stdio: StdioOptions; env: NodeJS.ProcessEnv },
): ChildHandle {
  const child = spawn(program, args, { ...options, detached: true })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-MAX_ERROR_OUTPUT)
  })
  child.stdin?.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => resolve(errors.trim()))
    child.once('error', (error) => resolve(error.message))
  })
  const lines = child.stdout && createInterface({ input: child.stdout })
  const firstLine = lines === null ? ended : once(lines, 'line').then(([line]) => String(line))
  return {
    pid: child.pid ?? 0,
    started: Promise.race([
      firstLine.then((line) => ({ line, errors: null })),
      ended.then((output) => ({ line: '', errors: output })),
    ]),
    ended,
    end: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(timer)
    },
  }
}
