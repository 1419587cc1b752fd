import { createHash } from 'node:crypto'
import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  type ConsentContext,
} from '@app/contracts/consent-message.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import {
  createSigner,
  type HashAlgorithm,
  type SignatureAlgorithm,
} from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import { type Address, toAddress } from '@app/values/address.ts'

/** Seconds. */
export const DAY = 86_400

/** A key of a sample account. */
export interface SampleKey {
  keyIndex: number
  weight: number
  signatureAlgorithm: SignatureAlgorithm
  hashAlgorithm: HashAlgorithm
}

export const P256: SampleKey = {
  keyIndex: 0,
  weight: 1000,
  signatureAlgorithm: 'ECDSA_P256',
  hashAlgorithm: 'SHA3_256',
}

export const SECP: SampleKey = {
  keyIndex: 2,
  weight: 500,
  signatureAlgorithm: 'ECDSA_secp256k1',
  hashAlgorithm: 'SHA2_256',
}

const contract = toAddress(getContractAddress('DharmaGovernance', 'local'))

interface MessageDraft {
  signer: Address
  sequence: number
  /** Unix seconds of a whole minute. */
  validUntil: number
  keys?: readonly SampleKey[]
}

/** Signs a message for the contracts with keys that follow from the account and their index. */
export const signSampleConsent = (draft: MessageDraft & { content: ConsentContent }) =>
  signSampleMessage(draft, (context) => buildConsentMessage(context, draft.content))

/** Signs the text that `buildText` returns, with keys that follow from the account and their index. */
export function signSampleMessage(
  { signer: address, sequence, validUntil, keys = [P256] }: MessageDraft,
  buildText: (context: ConsentContext) => string,
): SignedMessage {
  const numbers = { sequence: BigInt(sequence), validUntil: BigInt(validUntil) }
  const text = buildText({ contract, network: 'local', address, ...numbers })
  const signatures = keys.map((key) => {
    const seed = createHash('sha256').update(`${address} ${key.keyIndex}`).digest('hex')
    const signer = createSigner({ address, privateKeyHex: seed, ...key })
    const { signature } = signUserMessage(signer, text)
    return { ...key, publicKey: signer.publicKeyHex, signature }
  })
  return { text, sequence, validUntil, signatures }
}
