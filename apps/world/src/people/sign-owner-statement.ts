import type { ApiClient } from '@app/api/client/client.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { buildOwnerStatementMessage } from '@app/contracts/owner-statement.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/user-message.ts'
import { toAddress } from '@app/values/address.ts'
import type { Consent } from './sign-consent.ts'

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
  const { address } = signer
  const textHash = hashReason(text)
  const content = { kind: 'owner statement', caseId, textHash } as const
  const offered = await client.call(createMessage, { body: { address, content } })
  const sequence = BigInt(offered.sequence)
  const validUntil = BigInt(offered.validUntil)
  const contract = toAddress(getContractAddress('DharmaConsent', 'local'))
  const context = { contract, network: 'local', address, sequence, validUntil } as const
  const message = buildOwnerStatementMessage(context, { caseId, textHash })
  const { keyId, signature } = signUserMessage(signer, message)
  return { sequence, validUntil, keyIndexes: [keyId], signatures: [signature] }
}
