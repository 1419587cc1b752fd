import { findRefusal, isContractRefusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { parseCadenceError } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeBusyError, NodeRefusedError, NodeUnreachableError } from '@app/flow/errors.ts'
import type { ActionKind } from '../../db/tables/agent-tables.ts'

/**
 * Formats the error of a node that did not accept a transaction for API clients: the node's own
 * message, without its URL.
 */
export function formatSendError(error: Error): string {
  if (error instanceof NodeRefusedError) {
    return `The Flow access node refused the transaction: ${formatRefusal(error.text)}`
  }
  if (error instanceof NodeUnreachableError) return 'The Flow access node does not answer.'
  if (error instanceof NodeBusyError) return 'The Flow access node has too much to do.'
  return 'The Flow access node did not take the transaction.'
}

function formatRefusal(text: string): string {
  const { message } = parseCadenceError(text)
  return message.endsWith('.') ? message : `${message}.`
}

/** Refusals of what has happened already, or must wait. */
const MOOT: Readonly<Partial<Record<ActionKind, readonly RefusalCode[]>>> = {
  flag: ['flagged_already', 'flag_barred'],
  unflag: ['not_flagged'],
  propose_freeze: ['proposal_open'],
  schedule_recheck: ['watched_already', 'not_watched', 'not_overdue'],
}

/** They carry what people signed: whatever our contracts refuse of that is not the agent's doing. */
const MESSAGE_KINDS: ReadonlySet<ActionKind> = new Set([
  'relay_proposal',
  'relay_vote',
  'relay_appeal',
  'relay_report',
])

/**
 * Returns whether an executed transaction of an action failed with this message of the chain because others had done
 * the same before it, a rule makes it wait, or a person asked for what the contracts refuse: that is no failure of ours.
 */
export function isMootFailure(kind: ActionKind, message: string): boolean {
  if (MESSAGE_KINDS.has(kind)) return isContractRefusal(message)
  const refusal = findRefusal(message)
  return refusal !== null && (MOOT[kind] ?? []).includes(refusal.code)
}
