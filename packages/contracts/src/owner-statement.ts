import { buildMessageText, type ConsentContext } from './consent-message.ts'

/** What the owner of an accused wallet states in a case; its text as SHA-256, in hex, of the UTF-8. */
export interface OwnerStatement {
  caseId: string
  textHash: string
}

/** How long after the latest block a statement may be valid, in seconds. */
export const STATEMENT_VALIDITY_SECONDS = 86_400n

/**
 * Builds the text of a statement to sign with tag FLOW-V0.0-user. The contracts do not know it: the server verifies
 * it. `sequence` in the context is the number of the statement in its case, from 1. Throws `RangeError` when the end
 * of validity is not a whole minute.
 */
export function buildOwnerStatementMessage(
  context: ConsentContext,
  { caseId, textHash }: OwnerStatement,
): string {
  return buildMessageText(context, {
    subject: 'owner statement',
    details: [`Case: ${caseId}`, `Text SHA-256: ${textHash}`],
    role: 'Owner',
  })
}
