import type { ApiClient } from '@app/api/client/client.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { ConsentContext } from '@app/contracts/consent-message.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/user-message.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Consent } from './sign-consent.ts'

/** What a person wants to sign, and how the text follows from the offered numbers. */
export interface OfferedDraft {
  content: MessageContent
  buildText: (context: ConsentContext) => string
}

/**
 * Signs the text that the API offers, as a wallet does: builds the text itself from the offered numbers and
 * compares. Throws `FatalError` when the texts differ.
 */
export async function signOfferedMessage(
  client: ApiClient,
  signer: Signer,
  { content, buildText }: OfferedDraft,
): Promise<Consent> {
  const { address } = signer
  const offered: Message = await client.call(createMessage, { body: { address, content } })
  const numbers = {
    sequence: BigInt(offered.sequence),
    validUntil: BigInt(offered.validUntil),
  }
  const contract = toAddress(getContractAddress('DharmaConsent', 'local'))
  const own = buildText({ contract, network: 'local', address, ...numbers })
  if (own !== offered.text) {
    throw new FatalError(`The API offers the text ${offered.text}, but it should be ${own}.`)
  }
  const { keyId, signature } = signUserMessage(signer, own)
  return { ...numbers, keyIndexes: [keyId], signatures: [signature] }
}
