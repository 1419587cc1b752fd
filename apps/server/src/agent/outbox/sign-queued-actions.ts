import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import type { Block } from '@app/flow/read/chain.ts'
import { computeTransactionId } from '@app/flow/send/encode-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction, type Transaction } from '@app/flow/send/transaction.ts'
import { buildActionCall } from '../actions/build-action-call.ts'
import {
  type KeyUsage,
  loadKeyUsages,
  loadLiveTransactions,
  loadSignableActions,
  type QueuedAction,
} from './load-outbox.ts'
import {
  getLeasedTables,
  type LeasedOutbox,
  type Outbox,
  type ProposalSigner,
  readSigners,
} from './outbox.ts'
import { insertSignedTransaction, markActionFailed } from './write-transaction.ts'

/** Above the number of keys that an agent has. */
const MAX_ACTIONS_PER_STEP = 100

/**
 * Signs one transaction per free key for queued actions. Returns the number of actions whose state
 * changed.
 */
export async function signQueuedActions(outbox: LeasedOutbox, tip: Block): Promise<number> {
  const selection = { tipHeight: tip.height, limit: MAX_ACTIONS_PER_STEP }
  const actions = await loadSignableActions(outbox.context.db, selection)
  if (actions.length === 0) return 0
  let movedCount = 0
  for (const [index, signer] of (await readFreeSigners(outbox)).entries()) {
    const action = actions[index]
    if (action !== undefined && (await signAction(outbox, action, { signer, tip }))) movedCount += 1
  }
  return movedCount
}

/** Returns whether the state of the action changed. */
async function signAction(
  outbox: LeasedOutbox,
  action: QueuedAction,
  { signer, tip }: { signer: ProposalSigner; tip: Block },
): Promise<boolean> {
  const tables = getLeasedTables(outbox)
  const { address, id: actionId } = action
  const call = await buildActionCall(outbox, action, { signer: signer.signer, tip })
  if ('problem' in call) {
    const { problem, isMoot = false } = call
    await markActionFailed(tables, { address, actionId }, { problem, isMoot })
    return true
  }
  const signed = signCall(outbox, call, { signer, tip })
  const txId = computeTransactionId(signed)
  return await insertSignedTransaction(tables, {
    address,
    actionId,
    txId,
    signed,
    referenceHeight: tip.height,
  })
}

function signCall(
  { account }: Outbox,
  { cadence, args }: CadenceCall,
  { signer: proposal, tip }: { signer: ProposalSigner; tip: Block },
): Transaction {
  const { signer, sequenceNumber } = proposal
  const transaction = buildTransaction({
    cadence,
    args,
    referenceBlockId: tip.id,
    proposalKey: { address: account.address, keyIndex: signer.keyIndex, sequenceNumber },
    payer: account.address,
    authorizers: [account.address],
  })
  return signTransaction(transaction, [signer])
}

/** Returns the keys of the account without a live transaction, in key order. */
async function readFreeSigners(outbox: Outbox): Promise<ProposalSigner[]> {
  const { context, account } = outbox
  const busy = new Set((await loadLiveTransactions(context.db)).map(({ keyIndex }) => keyIndex))
  const signers = await readSigners(outbox)
  const uses = await loadKeyUsages(context.db, account.address)
  return signers
    .filter(({ signer }) => !busy.has(signer.keyIndex))
    .map((proposal) => ({ ...proposal, sequenceNumber: computeNextSequence(proposal, uses) }))
}

/**
 * Returns the next sequence number of a key: the chain's, or one above that of our own last
 * executed transaction if the node has not seen it yet. A dropped transaction used no number.
 */
function computeNextSequence(
  { signer, sequenceNumber }: ProposalSigner,
  uses: readonly KeyUsage[],
): number {
  const last = uses.find(({ keyIndex }) => keyIndex === signer.keyIndex)
  if (last === undefined || last.outcome === 'dropped') return sequenceNumber
  return Math.max(sequenceNumber, last.sequenceNumber + 1)
}
