import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Address, toAddress } from '@app/values/address.ts'
import { arg } from '../decode/cadence-arg.ts'
import { createNodeClient, type NodeClient } from '../http/node-client.ts'
import {
  createSigner,
  type HashAlgorithm,
  type SignatureAlgorithm,
  type Signer,
} from '../keys/create-signer.ts'
import type { TransactionResult } from '../read/chain.ts'
import { createFlowReaderFromClient, type FlowReader } from '../read/create-flow-reader.ts'
import { type SendRequest, sendTransaction, waitForSeal } from '../send/send-transaction.ts'
import { CREATE_ACCOUNT, TRANSFER_FLOW } from './cadence.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')
// biome-ignore lint/style/noProcessEnv: this variable can name a prebuilt toolbox
const TOOLBOX = process.env.FLOW_TOOLBOX ?? path.join(REPOSITORY, '.dharma/bin/toolbox')

interface Emulator {
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
async function startEmulator(): Promise<Emulator> {
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

export interface TestChain {
  emulator: Emulator
  node: NodeClient
  reader: FlowReader
  service: Signer
  /** Sends a transaction and returns its sealed result, which may be a failure. */
  run(request: SendRequest): Promise<TransactionResult>
  createAccount(algorithms?: KeyAlgorithms): Promise<Signer>
  transfer(from: Signer, to: Address, units: bigint): Promise<TransactionResult>
}

interface KeyAlgorithms {
  signatureAlgorithm: SignatureAlgorithm
  hashAlgorithm: HashAlgorithm
}

const P256: KeyAlgorithms = { signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA3_256' }

/** Raw values of Cadence's enums HashAlgorithm and SignatureAlgorithm. */
const HASH_RAW_VALUES: Readonly<Record<HashAlgorithm, number>> = { SHA2_256: 1, SHA3_256: 3 }
const SIGNATURE_RAW_VALUES: Readonly<Record<SignatureAlgorithm, number>> = {
  ECDSA_P256: 1,
  ECDSA_secp256k1: 2,
}

/** Starts a separate emulator with helpers for tests. */
export async function startTestChain(): Promise<TestChain> {
  const emulator = await startEmulator()
  const { accessNodeUrl, service } = emulator
  const rates = { eventCallsPerSecond: 1e4, scriptCallsPerSecond: 1e4, otherCallsPerSecond: 1e4 }
  const node = createNodeClient({ accessNodeUrl, ...rates, sendCallsPerSecond: 1e4 })
  const reader = createFlowReaderFromClient(node)
  const run = async (request: SendRequest): Promise<TransactionResult> =>
    await waitForSeal(reader, await sendTransaction({ node, reader }, request))
  return {
    emulator,
    node,
    reader,
    service,
    run,
    createAccount: (algorithms = P256) => createAccount(run, service, algorithms),
    transfer: (from, to, units) => {
      const args = [arg.ufix64(units), arg.address(to)]
      return run({ cadence: TRANSFER_FLOW, args, proposer: from })
    },
  }
}

async function createAccount(
  run: TestChain['run'],
  service: Signer,
  algorithms: KeyAlgorithms,
): Promise<Signer> {
  const key = { keyIndex: 0, privateKeyHex: randomBytes(32).toString('hex'), ...algorithms }
  const { publicKeyHex } = createSigner({ address: service.address, ...key })
  const result = await run({
    cadence: CREATE_ACCOUNT,
    args: [
      arg.string(publicKeyHex),
      arg.integer('UInt8', HASH_RAW_VALUES[algorithms.hashAlgorithm]),
      arg.integer('UInt8', SIGNATURE_RAW_VALUES[algorithms.signatureAlgorithm]),
    ],
    proposer: service,
  })
  const created = result.events.find(({ type }) => type === 'flow.AccountCreated')
  if (created === undefined) throw new Error(`no account created: ${result.error?.text}`)
  return createSigner({ address: toAddress(String(created.fields.address)), ...key })
}
