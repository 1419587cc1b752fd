import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { type FlowReader, flowReaderOf } from '@app/flow/read/create-flow-reader.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction } from '@app/flow/send/transaction.ts'
import { waitForSeal } from '@app/flow/send/wait-for-seal.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { EmulatorReady } from '../toolbox/start-emulator.ts'
import type { Deed, DeedSigner } from './deed.ts'
import { createSequences } from './sequences.ts'

/** The emulated chain as its people use it: every account holds the service key. */
export interface Chain {
  flow: FlowReader
  service: Signer
  /** The key that everybody here holds, as that of one account. */
  signerOf(address: Address): Signer
  /** What a script of the product answers. */
  ask(script: CadenceCall): Promise<unknown>
  /** Sends a transaction and returns its id, before it is in a block. */
  send(deed: Deed): Promise<string>
  /** Waits for the seal. Throws `FatalError` with the chain's words when the transaction failed. */
  settle(txId: string): Promise<TransactionResult>
  /** Sends and settles, again when somebody else, such as the dev wallet, signed for the account meanwhile. */
  perform(deed: Deed): Promise<TransactionResult>
}

/** Flow's code for a sequence number that is not the next one. */
const WRONG_SEQUENCE = 1007

/** Nobody shares this node, so nothing has to be polite. */
const LIMITLESS = {
  eventCallsPerSecond: 10_000,
  scriptCallsPerSecond: 10_000,
  sendCallsPerSecond: 10_000,
  otherCallsPerSecond: 10_000,
}

/** A chain client that signs for everybody. Sends of one key have to follow each other. */
export function createChain(emulator: EmulatorReady): Chain {
  const node = createNodeClient({ accessNodeUrl: emulator.rest, ...LIMITLESS })
  const flow = flowReaderOf(node)
  const sequences = createSequences(flow)
  const referenceBlock = createReferenceBlock(flow)
  const signerOf = (address: Address) =>
    createSigner({ address, keyIndex: 0, privateKeyHex: emulator.serviceKey })
  const keyOf = (signer: DeedSigner) => (typeof signer === 'string' ? signerOf(signer) : signer)

  const send = async ({ call, signers: [first, ...others] }: Deed): Promise<string> => {
    const signers = [keyOf(first), ...others.map(keyOf)] as const
    const [{ address, keyIndex }] = signers
    const transaction = buildTransaction({
      cadence: resolveImports(call.cadence, 'local'),
      args: call.args,
      referenceBlockId: await referenceBlock(),
      proposalKey: { address, keyIndex, sequenceNumber: await sequences.next(signers[0]) },
      payer: address,
      authorizers: [...new Set(signers.map((signer) => signer.address))],
    })
    return postTransaction(node, signTransaction(transaction, signers))
  }
  const settle = async (txId: string) => succeeded(await waitForSeal(flow, txId))
  const perform = async (deed: Deed) => {
    const result = await waitForSeal(flow, await send(deed))
    if (result.error?.code !== WRONG_SEQUENCE) return succeeded(result)
    sequences.forget()
    return settle(await send(deed))
  }
  return {
    flow,
    service: signerOf(emulator.serviceAddress),
    signerOf,
    ask: ({ cadence, args }) => flow.script(resolveImports(cadence, 'local'), args),
    send,
    settle,
    perform,
  }
}

const REFERENCE_AGE_MS = 1_000

/** A block to refer to, read anew when it is a second old: the emulator lets transactions live 600 blocks. */
function createReferenceBlock(flow: FlowReader): () => Promise<string> {
  let readAtMs = Number.NEGATIVE_INFINITY
  let block = Promise.resolve('')
  return () => {
    const nowMs = performance.now()
    if (nowMs - readAtMs > REFERENCE_AGE_MS) {
      readAtMs = nowMs
      block = flow.latestBlock().then(({ id }) => id)
    }
    return block
  }
}

function succeeded(result: TransactionResult): TransactionResult {
  if (result.error === null && result.status === 'sealed') return result
  const why = result.error?.message ?? `it is ${result.status}`
  throw new FatalError(`Transaction ${result.txId} failed: ${why}`)
}
