import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { classifyTransactionFailure } from '@app/flow/decode/classify-transaction-failure.ts'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction } from '@app/flow/send/transaction.ts'
import { waitForSeal } from '@app/flow/send/wait-for-seal.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { EmulatorReady } from '../toolbox/start-emulator.ts'
import { createSequenceNumbers } from './sequence-numbers.ts'
import type { RequestSigner, TransactionRequest } from './transaction-request.ts'

/** A client of the emulated chain, where every account has the service key. */
export interface Chain {
  flow: FlowReader
  service: Signer
  /** A signer for an account with the service key. */
  toSigner(address: Address): Signer
  /** Runs a script and returns its decoded result. */
  runScript(script: CadenceCall): Promise<unknown>
  /** Sends a transaction and returns its id, before it is in a block. */
  submit(request: TransactionRequest): Promise<string>
  /**
   * Waits for the seal. Throws `FatalError` with the chain's message when the transaction failed.
   */
  waitUntilSealed(txId: string): Promise<TransactionResult>
  /**
   * Sends and waits for the seal. Retries once when another client, such as the dev wallet, used
   * the sequence number.
   */
  submitUntilSealed(request: TransactionRequest): Promise<TransactionResult>
}

/** The local node is not shared and needs no rate limits. */
const NO_RATE_LIMITS = {
  eventCallsPerSecond: 10_000,
  scriptCallsPerSecond: 10_000,
  sendCallsPerSecond: 10_000,
  otherCallsPerSecond: 10_000,
}

/**
 * Creates a chain client that can sign for every account. Transactions of one key must be sent one
 * after another.
 */
export function createChainClient(emulator: EmulatorReady): Chain {
  const node = createNodeClient({ accessNodeUrl: emulator.rest, ...NO_RATE_LIMITS })
  const flow = createFlowReaderFromClient(node)
  const sequenceNumbers = createSequenceNumbers(flow)
  const toSigner = (address: Address) =>
    createSigner({ address, keyIndex: 0, privateKeyHex: emulator.serviceKey })
  const resolveSigner = (signer: RequestSigner) =>
    typeof signer === 'string' ? toSigner(signer) : signer

  const submit = async ({
    call,
    signers: [first, ...others],
  }: TransactionRequest): Promise<string> => {
    const signers = [resolveSigner(first), ...others.map(resolveSigner)] as const
    const [{ address, keyIndex }] = signers
    const transaction = buildTransaction({
      cadence: resolveImports(call.cadence, 'local'),
      args: call.args,
      referenceBlockId: (await flow.getLatestBlock()).id,
      proposalKey: { address, keyIndex, sequenceNumber: await sequenceNumbers.next(signers[0]) },
      payer: address,
      authorizers: [...new Set(signers.map((signer) => signer.address))],
    })
    return postTransaction(node, signTransaction(transaction, signers))
  }
  const waitUntilSealed = async (txId: string) => expectSuccess(await waitForSeal(flow, txId))
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
    runScript: ({ cadence, args }) => flow.executeScript(resolveImports(cadence, 'local'), args),
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
