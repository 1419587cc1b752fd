import { randomBytes } from 'node:crypto'
import { CREATE_ACCOUNT } from '@app/flow/testing/cadence.ts'
import type { TestChain } from '@app/flow/testing/test-chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'

/**
 * A wallet written from the documentation alone: it shares no code for texts, tags, hashes and
 * signatures with the product.
 */
export interface IndependentWallet {
  address: Address
  publicKeyHex: string
  /** Signs a text as a user message, or a proof with its own tag. */
  sign(text: string | Uint8Array, tag?: string): { keyId: number; signature: string }
}

const CURVES = {
  'P-256': { curve: p256, cadence: 1 },
  secp256k1: { curve: secp256k1, cadence: 2 },
} as const

const HASHES = {
  'SHA2-256': { hash: sha256, cadence: 1 },
  'SHA3-256': { hash: sha3_256, cadence: 3 },
} as const

interface Algorithms {
  curve: keyof typeof CURVES
  hash: keyof typeof HASHES
}

const USER_TAG = 'FLOW-V0.0-user'

/** Creates a key; `address` is the account that has it. */
export function createIndependentWallet(
  address: Address,
  { curve: curveName, hash: hashName }: Algorithms = { curve: 'P-256', hash: 'SHA3-256' },
): IndependentWallet {
  const { curve } = CURVES[curveName]
  const { hash } = HASHES[hashName]
  const privateKey = randomBytes(32)
  return {
    address,
    publicKeyHex: Buffer.from(curve.getPublicKey(privateKey, false).subarray(1)).toString('hex'),
    sign: (text, tag = USER_TAG) => {
      const head = Buffer.alloc(32)
      head.write(tag)
      const digest = hash(Buffer.concat([head, Buffer.from(text)]))
      const signature = curve.sign(digest, privateKey, { prehash: false, lowS: false })
      return { keyId: 0, signature: Buffer.from(signature).toString('hex') }
    },
  }
}

/** Opens an account on the chain for a new key. */
export async function openIndependentWallet(
  chain: TestChain,
  algorithms: Algorithms = { curve: 'P-256', hash: 'SHA3-256' },
): Promise<IndependentWallet> {
  const wallet = createIndependentWallet(chain.service.address, algorithms)
  const result = await chain.run({
    cadence: CREATE_ACCOUNT,
    args: [
      { type: 'String', value: wallet.publicKeyHex },
      { type: 'UInt8', value: String(HASHES[algorithms.hash].cadence) },
      { type: 'UInt8', value: String(CURVES[algorithms.curve].cadence) },
    ],
    proposer: chain.service,
  })
  const created = result.events.find(({ type }) => type === 'flow.AccountCreated')
  if (created === undefined) throw new Error(`no account was created: ${result.error?.text}`)
  return { ...wallet, address: toAddress(String(created.fields.address)) }
}

/** The lines of a signed message, as docs/use/sign.md lists them, between network and signer. */
export interface MessageText {
  subject: string
  lines: string[]
  role: string
  sequence: number
  /** Unix seconds. */
  validUntil: number
}

/** Builds the text that a person signs on the local network. */
export function buildDocumentedText(signer: Address, message: MessageText): string {
  const iso = new Date(message.validUntil * 1000).toISOString()
  return [
    `Dharma Guard ${message.subject}`,
    'Contract: 0xf8d6e0586b0a20c7',
    'Network: local',
    ...message.lines,
    `${message.role}: ${signer}`,
    `Sequence: ${message.sequence}`,
    `Valid until: ${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
  ].join('\n')
}
