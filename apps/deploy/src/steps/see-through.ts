import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { nextSequenceNumber } from '@app/flow/send/send-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction, type Transaction } from '@app/flow/send/transaction.ts'
import { SealTimeoutError, waitForSeal } from '@app/flow/send/wait-for-seal.ts'
import type { Site } from '../site/site.ts'
import type { Step } from './step.ts'

/** How the one transaction of a step ended. */
export type Ending =
  | { kind: 'sealed'; txId: string }
  /** It ran and failed, or would fail again. */
  | { kind: 'failed'; why: string }
  /** It cannot run any more; one signed anew may. */
  | { kind: 'lost'; why: string }

type Unsent = Pick<Step, 'call' | 'authorizers'>

/** How long nothing is said about a transaction that is not sealed yet. */
const SILENCE_MS = 5_000

/** Invalid reference block, expired, wrong sequence number. Source: flow-go `fvm/errors/codes.go`. */
const CURABLE: ReadonlySet<number | null> = new Set([1002, 1003, 1007])

/**
 * Signs and sends the transaction of a step, and stays with it until it is sealed or the node refuses it.
 * Until then the node gets the same one again and again, which is harmless, so that one that was lost
 * arrives, and one that expired is refused. `onWait` hears every few seconds that it is not sealed yet.
 */
export async function seeThrough(site: Site, unsent: Unsent, onWait: () => void): Promise<Ending> {
  const transaction = await sign(site, unsent)
  for (;;) {
    const sent = await post(site, transaction)
    if (typeof sent !== 'string') return sent
    const result = await sealOf(site, sent)
    if (result !== null) return endingOf(result)
    onWait()
  }
}

async function sign(site: Site, { call, authorizers }: Unsent): Promise<Transaction> {
  const [proposer] = site.signers
  const { address, keyIndex } = proposer
  const { id: referenceBlockId } = await site.reader.latestBlock()
  const sequenceNumber = await nextSequenceNumber(site.reader, proposer)
  const unsigned = buildTransaction({
    cadence: resolveImports(call.cadence, site.network, site.places),
    args: call.args,
    referenceBlockId,
    proposalKey: { address, keyIndex, sequenceNumber },
    payer: address,
    authorizers: [...new Set(authorizers.map((signer) => signer.address))],
  })
  return signTransaction(unsigned, [...new Set([...authorizers, ...site.signers])])
}

/** Its id when the node has it. */
async function post({ node }: Site, transaction: Transaction): Promise<string | Ending> {
  try {
    return await postTransaction(node, transaction)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const isCurable = /expired|reference block/i.test(error.text)
    return { kind: isCurable ? 'lost' : 'failed', why: error.message }
  }
}

/** null when it is not known yet how it ends. */
async function sealOf({ reader }: Site, txId: string): Promise<TransactionResult | null> {
  try {
    return await waitForSeal(reader, txId, { timeoutMs: SILENCE_MS })
  } catch (error) {
    if (error instanceof SealTimeoutError) return null
    throw error
  }
}

function endingOf({ txId, status, error }: TransactionResult): Ending {
  if (status === 'expired') return { kind: 'lost', why: 'it expired before the chain ran it' }
  if (error === null) return { kind: 'sealed', txId }
  return { kind: CURABLE.has(error.code) ? 'lost' : 'failed', why: error.message }
}
