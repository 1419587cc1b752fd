import { createHash } from 'node:crypto'
import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import {
  buildConsentMessage,
  buildOwnerStatementMessage,
  type ConsentContext,
} from '@app/contracts/consent-message.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { createSigner, type HashAlgorithm } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { SignedContent } from '../signed-texts.ts'

/** Seconds. */
export const DAY = 86_400

/** A whole minute. */
export const START = 1_763_812_800

export const CONTRACT = toAddress(getContractAddress('DharmaGovernance', 'local'))

interface SampleKey {
  keyIndex: number
  weight: number
  signatureAlgorithm: 'ECDSA_P256' | 'ECDSA_secp256k1'
  hashAlgorithm: HashAlgorithm
}

const P256: SampleKey = {
  ...{ keyIndex: 0, weight: 1000, signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA3_256' },
}

const SECP: SampleKey = {
  ...{ keyIndex: 2, weight: 500, signatureAlgorithm: 'ECDSA_secp256k1', hashAlgorithm: 'SHA2_256' },
}

/** Two keys of the other curve, which weigh 1000 together. */
export const TWO_KEYS = [SECP, { ...SECP, keyIndex: 3, hashAlgorithm: 'SHA3_256' }] as const

/** Signs a message for the contracts, or a statement, with keys that follow from the account and their index. */
export function signSample(
  signer: Address,
  content: SignedContent | string,
  { sequence = 1, keys = [P256] }: { sequence?: number; keys?: readonly SampleKey[] } = {},
): SignedMessage {
  const isText = typeof content === 'string'
  const numbers = isText ? { sequence: 0, validUntil: 0 } : { sequence, validUntil: START + DAY }
  const { validUntil } = numbers
  const text = isText
    ? content
    : buildText(content, {
        ...{ contract: CONTRACT, network: 'local', address: signer },
        ...{ sequence: BigInt(sequence), validUntil: BigInt(validUntil) },
      })
  const signatures = keys.map((key) => {
    const privateKeyHex = createHash('sha256').update(`${signer} ${key.keyIndex}`).digest('hex')
    const own = createSigner({ address: signer, privateKeyHex, ...key })
    return { ...key, publicKey: own.publicKeyHex, signature: signUserMessage(own, text).signature }
  })
  return { text, ...numbers, signatures }
}

const buildText = (content: SignedContent, context: ConsentContext): string =>
  content.kind === 'owner statement'
    ? buildOwnerStatementMessage(context, content)
    : buildConsentMessage(context, content)
