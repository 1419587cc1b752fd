import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import type { Block } from '@app/flow/read/chain.ts'
import { transactionId } from '@app/flow/send/encode-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction, type Transaction } from '@app/flow/send/transaction.ts'
import { callOfAction } from '../actions/call-of-action.ts'
import type { ProposalSigner } from '../keyring.ts'
import type { Outbox } from './outbox.ts'
import { type KeyUse, loadKeyUses, loadLive, loadStartable, type QueuedAction } from './queries.ts'
import { readSigners } from './read-signers.ts'
import { changeAction, keepSigned } from './write.ts'

/** More keys than an agent has. */
const MOST_AT_ONCE = 100

/** Signs a transaction for as many queued actions as there are free keys; returns how many moved on. */
export async function signQueued(outbox: Outbox, tip: Block): Promise<number> {
  const place = { tipHeight: tip.height, limit: MOST_AT_ONCE }
  const actions = await loadStartable(outbox.context.db, place)
  if (actions.length === 0) return 0
  let moved = 0
  for (const [index, signer] of (await freeSigners(outbox)).entries()) {
    const action = actions[index]
    if (action !== undefined && (await signOne(outbox, action, { signer, tip }))) moved += 1
  }
  return moved
}

/** Whether the action moved on. */
async function signOne(
  outbox: Outbox,
  action: QueuedAction,
  { signer, tip }: { signer: ProposalSigner; tip: Block },
): Promise<boolean> {
  const { db } = outbox.context
  const { address, id: actionId } = action
  const call = await callOfAction(outbox, action)
  if ('problem' in call) {
    await changeAction(db, { address, actionId }, { status: 'failed', problem: call.problem })
    return true
  }
  const signed = sign(outbox, call, { signer, tip })
  const txId = transactionId(signed)
  return await keepSigned(db, { address, actionId, txId, signed, referenceHeight: tip.height })
}

function sign(
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

/** Keys of the account with no transaction under way, in their order. */
async function freeSigners(outbox: Outbox): Promise<ProposalSigner[]> {
  const { context, account } = outbox
  const busy = new Set((await loadLive(context.db)).map(({ keyIndex }) => keyIndex))
  const signers = await readSigners(outbox)
  const uses = await loadKeyUses(context.db, account.address)
  return signers
    .filter(({ signer }) => !busy.has(signer.keyIndex))
    .map((proposal) => ({ ...proposal, sequenceNumber: nextSequence(proposal, uses) }))
}

/**
 * The chain's word, unless our own last transaction of the key ran and the node has not seen it yet.
 * One that never ran leaves the chain's word alone.
 */
function nextSequence({ signer, sequenceNumber }: ProposalSigner, uses: readonly KeyUse[]): number {
  const last = uses.find(({ keyIndex }) => keyIndex === signer.keyIndex)
  if (last === undefined || last.outcome === 'dropped') return sequenceNumber
  return Math.max(sequenceNumber, last.sequenceNumber + 1)
}
