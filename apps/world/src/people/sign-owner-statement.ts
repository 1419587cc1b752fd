import type { ApiClient } from '@app/api/client/client.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { buildOwnerStatementMessage } from '@app/contracts/owner-statement.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Consent } from './sign-consent.ts'
import { signOfferedMessage } from './sign-offered-message.ts'

/** What an owner states in a case about its account. */
export interface StatementDraft {
  caseId: string
  text: string
}

/** Signs a statement with the next number of its case, which only the API knows. */
export async function signOwnerStatement(
  client: ApiClient,
  signer: Signer,
  { caseId, text }: StatementDraft,
): Promise<Consent> {
  const textHash = hashReason(text)
  return await signOfferedMessage(client, signer, {
    content: { kind: 'owner statement', caseId, textHash },
    buildText: (context) => buildOwnerStatementMessage(context, { caseId, textHash }),
  })
}
