import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
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

/** The emulated chain as its people use it: every account holds the service key. */
export interface Chain {
  flow: FlowReader
  service: Signer
  /** The key that everybody here holds, as that of one account. */
  toSigner(address: Address): Signer
  /** What a script of the product answers. */
  runScript(script: CadenceCall): Promise<unknown>
  /** Sends a transaction and returns its id, before it is in a block. */
  submit(request: TransactionRequest): Promise<string>
  /** Waits for the seal. Throws `FatalError` with the chain's words when the transaction failed. */
  waitUntilSealed(txId: string): Promise<TransactionResult>
  /** Sends and settles, again when somebody else, such as the dev wallet, signed for the account meanwhile. */
  submitUntilSealed(request: TransactionRequest): Promise<TransactionResult>
}

/** Flow's code for a sequence number that is not the next one. */
const WRONG_SEQUENCE = 1007

/** Nobody shares this node, so nothing has to be polite. */
const NO_RATE_LIMITS = {
  eventCallsPerSecond: 10_000,
  scriptCallsPerSecond: 10_000,
  sendCallsPerSecond: 10_000,
  otherCallsPerSecond: 10_000,
}

/** A chain client that signs for everybody. Sends of one key have to follow each other. */
export function createChain(emulator: EmulatorReady): Chain {
  const node = createNodeClient({ accessNodeUrl: emulator.rest, ...NO_RATE_LIMITS })
  const flow = createFlowReaderFromClient(node)
  const sequenceNumbers = createSequenceNumbers(flow)
  const readReferenceBlockId = createReferenceBlockReader(flow)
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
      referenceBlockId: await readReferenceBlockId(),
      proposalKey: { address, keyIndex, sequenceNumber: await sequenceNumbers.next(signers[0]) },
      payer: address,
      authorizers: [...new Set(signers.map((signer) => signer.address))],
    })
    return postTransaction(node, signTransaction(transaction, signers))
  }
  const waitUntilSealed = async (txId: string) => expectSuccess(await waitForSeal(flow, txId))
  const submitUntilSealed = async (request: TransactionRequest) => {
    const result = await waitForSeal(flow, await submit(request))
    if (result.error?.code !== WRONG_SEQUENCE) return expectSuccess(result)
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

const REFERENCE_BLOCK_MAX_AGE_MS = 1_000

/** A block to refer to, read anew when it is a second old: the emulator lets transactions live 600 blocks. */
function createReferenceBlockReader(flow: FlowReader): () => Promise<string> {
  let readAtMs = Number.NEGATIVE_INFINITY
  let block = Promise.resolve('')
  return () => {
    const nowMs = performance.now()
    if (nowMs - readAtMs > REFERENCE_BLOCK_MAX_AGE_MS) {
      readAtMs = nowMs
      block = flow.getLatestBlock().then(({ id }) => id)
    }
    return block
  }
}

function expectSuccess(result: TransactionResult): TransactionResult {
  if (result.error === null && result.status === 'sealed') return result
  const why = result.error?.message ?? `it is ${result.status}`
  throw new FatalError(`Transaction ${result.txId} failed: ${why}`)
}
