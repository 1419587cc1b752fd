import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { ENVIRONMENT } from './environment.ts'

/** A running subcommand of the toolbox binary. */
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

interface EmulatorOptions {
  toolbox: string
  /** Directory of the chain's data; in memory when absent. */
  dbDir?: string
}

export interface WalletReady {
  url: string
  /** URL for `discovery.wallet` of FCL. */
  authn: string
}

interface WalletOptions {
  toolbox: string
  emulator: EmulatorReady
  /** 0 asks for any free port. */
  port: number
}

interface ToolOptions {
  /** Path of the toolbox binary. */
  toolbox: string
  args: string[]
  /**
   * Additional environment variables. Secrets go here, since every user of the machine can read
   * arguments.
   */
  env?: Record<string, string>
}

/** Starts the Flow emulator on free loopback ports. Throws `FatalError` when it does not start. */
export function startEmulator(options: EmulatorOptions): Promise<ToolProcess<EmulatorReady>> {
  const storageArgs = options.dbDir === undefined ? [] : ['--db-dir', options.dbDir]
  return startTool({ toolbox: options.toolbox, args: ['emulator', ...storageArgs] })
}

/**
 * Starts the FCL dev wallet on all interfaces; it signs for every account that has the service key.
 */
export function startWallet({
  toolbox,
  emulator,
  port,
}: WalletOptions): Promise<ToolProcess<WalletReady>> {
  return startTool({
    toolbox,
    args: [
      'wallet',
      ...['--port', String(port), '--access-node', emulator.rest],
      ...['--service-address', emulator.serviceAddress],
    ],
    env: { TOOLBOX_WALLET_KEY: emulator.serviceKey },
  })
}

const STOP_TIMEOUT_MS = 3_000
const MAX_ERROR_OUTPUT = 2_000

/**
 * Starts a subcommand and waits for its ready line. The child leads its own process group, so that
 * Ctrl-C reaches only this process, which stops its children in order; the pipe at the child's
 * standard input ends it even when this process is killed. Throws `FatalError` with its error
 * output when it exits before it is ready.
 */
async function startTool<Ready>({
  toolbox,
  args,
  env = {},
}: ToolOptions): Promise<ToolProcess<Ready>> {
  const child = spawn(toolbox, args, {
    stdio: 'pipe',
    detached: true,
    env: { ...ENVIRONMENT, ...env },
  })
  const ended = collectErrorOutput(child)
  const line = await Promise.race([readFirstLine(child), ended.then(() => null)])
  if (line === null) throw new FatalError(await formatStartFailure(ended, toolbox, args))
  return {
    ready: JSON.parse(line) as Ready,
    pid: child.pid ?? 0,
    ended,
    stop: () => stopChild(child, ended),
  }
}

function readFirstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) return new Promise(() => {})
  const lines = createInterface({ input: child.stdout })
  return once(lines, 'line').then(([line]) => String(line))
}

function collectErrorOutput(child: ChildProcess): Promise<string> {
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-MAX_ERROR_OUTPUT)
  })
  child.stdin?.on('error', () => {})
  return new Promise((resolve) => {
    child.once('close', () => resolve(errorOutput.trim()))
    child.once('error', (error) => resolve(error.message))
  })
}

async function formatStartFailure(ended: Promise<string>, toolbox: string, args: string[]) {
  const errorOutput = await ended
  return `${toolbox} ${args[0] ?? ''} did not start: ${errorOutput === '' ? 'no error output' : errorOutput}`
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}
