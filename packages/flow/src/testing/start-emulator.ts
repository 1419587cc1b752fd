import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { toAddress } from '@app/values/address.ts'
import { createSigner, type Signer } from '../keys/create-signer.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')
// biome-ignore lint/style/noProcessEnv: this variable can name a prebuilt toolbox
const TOOLBOX = process.env.FLOW_TOOLBOX ?? path.join(REPOSITORY, '.dharma/bin/toolbox')

export interface Emulator {
  accessNodeUrl: string
  service: Signer
  /** Calls the control API, such as POST /blocks with a body, and returns its JSON. */
  control(path: string, body?: unknown): Promise<unknown>
  stop(): Promise<void>
}

type Child = ChildProcessByStdio<Writable, Readable, null>

/**
 * Starts a real emulator on free loopback ports. It stops when this process ends, even if it is
 * killed.
 */
export async function startEmulator(): Promise<Emulator> {
  const child = spawn(TOOLBOX, ['emulator'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ready = await readReadyLine(child)
  return {
    accessNodeUrl: String(ready.rest),
    service: createSigner({
      address: toAddress(String(ready.serviceAddress)),
      keyIndex: 0,
      privateKeyHex: String(ready.serviceKey),
    }),
    control: async (route, body) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(String(ready.control) + route, init)
      return await response.json()
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}

async function readReadyLine(child: Child): Promise<Record<string, unknown>> {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the emulator ended with code ${code} before it was ready`)
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), failed])
  failed.catch(() => undefined)
  return JSON.parse(line)
}
