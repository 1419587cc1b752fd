import { parseCadenceError } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeBusyError, NodeRefusedError, NodeUnreachableError } from '@app/flow/errors.ts'

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
