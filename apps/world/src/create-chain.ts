import { join } from 'node:path'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { classifyTransactionFailure } from '@app/flow/decode/classify-transaction-failure.ts'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import {
  postTransaction,
  readNextSequenceNumber,
  waitForSeal,
} from '@app/flow/send/send-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction } from '@app/flow/send/transaction.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { createEmulatorControl, type EmulatorControl } from './emulator-control.ts'
import { type EmulatorReady, startEmulator, type ToolProcess } from './start-tool.ts'

/** A signer of a request: an address signs with the service key, a `Signer` with its own key. */
type RequestSigner = Address | Signer

/**
 * A transaction to submit: the first signer proposes and pays, all authorize in order. Signers with
 * the same address are keys of one account, which sign together.
 */
export interface TransactionRequest {
  call: CadenceCall
  signers: readonly [RequestSigner, ...RequestSigner[]]
  /** Another account that proposes and pays instead, and authorizes nothing. */
  payer?: RequestSigner
}

/** A client of the emulated chain, where every account has the service key. */
export type Chain = ReturnType<typeof createChainClient>

export interface ChainHandle {
  chain: Chain
  control: EmulatorControl
}

export interface RunningChain extends ChainHandle {
  emulator: ToolProcess<EmulatorReady>
}

/** Directory of the chain's data, inside of that of its world. */
export const CHAIN_DIR = 'chain'

/**
 * Starts the emulator on the chain in `dataDir`. Its clock continues from the last block, so that
 * nothing expires or becomes due between two starts.
 */
export async function openChain(
  { toolbox, dataDir }: { toolbox: string; dataDir: string },
  resources: AsyncDisposableStack,
): Promise<RunningChain> {
  const emulator = await startEmulator({ toolbox, dbDir: join(dataDir, CHAIN_DIR) })
  resources.defer(() => emulator.stop())
  const control = createEmulatorControl(emulator.ready.control)
  const chain = createChainClient(emulator.ready)
  const { timeMs } = await chain.flow.getLatestBlock()
  await control.runClock(timeMs - Date.now())
  return { emulator, chain, control }
}

/** The local node is not shared and needs no rate limits. */
const NO_RATE_LIMITS = {
  eventCallsPerSecond: 10_000,
  scriptCallsPerSecond: 10_000,
  sendCallsPerSecond: 10_000,
  otherCallsPerSecond: 10_000,
}

/** Creates a client that can sign for every account. Transactions of one key must be sent one after another. */
export function createChainClient(emulator: EmulatorReady) {
  const node = createNodeClient({ accessNodeUrl: emulator.rest, ...NO_RATE_LIMITS })
  const flow = createFlowReaderFromClient(node)
  const sequenceNumbers = createSequenceNumbers(flow)
  const toSigner = (address: Address) =>
    createSigner({ address, keyIndex: 0, privateKeyHex: emulator.serviceKey })
  const resolveSigner = (signer: RequestSigner) =>
    typeof signer === 'string' ? toSigner(signer) : signer

  /** Sends a transaction and returns its id, before it is in a block. */
  const submit = async ({
    call,
    signers: [first, ...others],
    payer: given = first,
  }: TransactionRequest): Promise<string> => {
    const authorizing = [first, ...others].map(resolveSigner)
    const payer = resolveSigner(given)
    const { address, keyIndex } = payer
    const transaction = buildTransaction({
      cadence: resolveImports(call.cadence, 'local'),
      args: call.args,
      referenceBlockId: (await flow.getLatestBlock()).id,
      proposalKey: { address, keyIndex, sequenceNumber: await sequenceNumbers.next(payer) },
      payer: address,
      authorizers: [...new Set(authorizing.map((signer) => signer.address))],
    })
    const signers = given === first ? authorizing : [...authorizing, payer]
    return postTransaction(node, signTransaction(transaction, signers))
  }
  /** Throws `FatalError` with the chain's message when the transaction failed. */
  const waitUntilSealed = async (txId: string) => expectSuccess(await waitForSeal(flow, txId))
  /** Retries once when another client, such as the dev wallet, used the sequence number. */
  const submitUntilSealed = async (request: TransactionRequest) => {
    const result = await waitForSeal(flow, await submit(request))
    if (!hasWrongSequenceNumber(result)) return expectSuccess(result)
    sequenceNumbers.reset()
    return waitUntilSealed(await submit(request))
  }
  return {
    flow,
    service: toSigner(emulator.serviceAddress),
    toSigner,
    runScript: ({ cadence, args }: CadenceCall): Promise<unknown> =>
      flow.executeScript(resolveImports(cadence, 'local'), args),
    submit,
    waitUntilSealed,
    submitUntilSealed,
  }
}

function hasWrongSequenceNumber({ error }: TransactionResult): boolean {
  const failure = error && classifyTransactionFailure(error)
  return failure?.kind === 'outdated' && failure.what === 'sequenceNumber'
}

function expectSuccess(result: TransactionResult): TransactionResult {
  if (result.error === null && result.status === 'sealed') return result
  const reason = result.error?.message ?? `it is ${result.status}`
  throw new FatalError(`Transaction ${result.txId} failed: ${reason}`)
}

/** Assigns sequence numbers of keys, so that many transactions can be pending for one block. */
function createSequenceNumbers(flow: Pick<FlowReader, 'getAccount'>) {
  const counters = new Map<string, Promise<{ next: number }>>()
  return {
    next: async (key: Pick<Signer, 'address' | 'keyIndex'>) => {
      const name = `${key.address} ${key.keyIndex}`
      const readCounter = async () => ({ next: await readNextSequenceNumber(flow, key) })
      const counter = counters.get(name) ?? readCounter()
      counters.set(name, counter)
      return (await counter).next++
    },
    /** Discards all counters, so that they are read from the chain again. */
    reset: () => counters.clear(),
  }
}

/**
 * Submits the transactions in order, commits them in one block (in manual mode) and returns their
 * results. Throws `FatalError` with the chain's message when one fails.
 */
export async function submitInOneBlock(
  { chain, control }: ChainHandle,
  requests: readonly TransactionRequest[],
): Promise<TransactionResult[]> {
  const txIds: string[] = []
  for (const request of requests) txIds.push(await chain.submit(request))
  await control.commitBlocks()
  return Promise.all(txIds.map((txId) => chain.waitUntilSealed(txId)))
}

export function listCreatedAccounts({ events }: TransactionResult): Address[] {
  return events
    .filter(({ type }) => type === 'flow.AccountCreated')
    .map(({ fields }) => toAddress(String(fields.address)))
}

export function createChainClock(control: EmulatorControl) {
  return {
    readNowMs: control.readNowMs,
    /** Commits a block at the new time. */
    advance: async (byMs: number): Promise<void> => {
      await control.runClock((await control.readOffsetMs()) + byMs)
      await control.commitBlocks()
    },
  }
}
