import { parseCadenceError } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeBusyError, NodeRefusedError, NodeUnreachableError } from '@app/flow/errors.ts'
import type { ActionKind } from '../../db/tables/agent-tables.ts'
import {
  formatContractSentence,
  isContractRefusal,
} from '../../flow-access/format-contract-sentence.ts'

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

/** Sentences of the contracts that refuse what has happened already, or must wait. */
const REFUSALS: Readonly<Partial<Record<ActionKind, RegExp>>> = {
  flag: /is flagged already|^A flag of 0x[0-9a-f]{16} with the code '\w+' is refused until /,
  unflag: /is not flagged/,
  propose_freeze: /^Proposal \d+ to freeze 0x[0-9a-f]{16} is open already/,
  schedule_recheck: /is (watched already|not watched|not overdue)/,
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
  return REFUSALS[kind]?.test(formatContractSentence(message)) ?? false
}
