import {
  buildConsentMessage,
  type ConsentContent,
  getSequenceSeries,
  SERIES,
  type SequenceSeries,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { getSequence } from '@app/contracts/scripts.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/user-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Chain } from '../chain/create-chain.ts'

/** Sequence number and expiry of a message: it is valid once and for a limited time. */
export interface ConsentNumbers {
  sequence: bigint
  /** Unix seconds, a whole minute. */
  validUntil: bigint
}

/**
 * The parts of a message besides its content and its signer, as arguments of the transactions that
 * relay it.
 */
export interface Consent extends ConsentNumbers {
  keyIndexes: number[]
  signatures: string[]
}

/**
 * Content to sign. By default with the signer's next sequence number and the longest validity that
 * the contract allows.
 */
export type ConsentDraft = ConsentContent & Partial<ConsentNumbers>

/** Signs the consent text, which the contract builds itself to verify the signature. */
export async function signConsent(
  chain: Chain,
  signer: Signer,
  draft: ConsentDraft,
): Promise<Consent> {
  const next = await readNextNumbers(chain, signer.address, getSequenceSeries(draft.kind))
  const { sequence = next.sequence, validUntil = next.validUntil } = draft
  const numbers = { sequence, validUntil }
  const contract = toAddress(getContractAddress('DharmaConsent', 'local'))
  const context = { contract, network: 'local', address: signer.address, ...numbers } as const
  const { keyId, signature } = signUserMessage(signer, buildConsentMessage(context, draft))
  return { ...numbers, keyIndexes: [keyId], signatures: [signature] }
}

async function readNextNumbers(
  chain: Chain,
  address: Address,
  series: SequenceSeries,
): Promise<ConsentNumbers> {
  const answer = await chain.runScript(getSequence({ address, series: SERIES[series] }))
  const { sequence, now, maxValidity } = answer as Record<string, bigint>
  if (sequence === undefined || now === undefined || maxValidity === undefined) {
    throw new TypeError('The script get_sequence did not return sequence, now and maxValidity')
  }
  const validUntil = toValidUntil(now / UNITS_PER_TOKEN, maxValidity)
  return { sequence: sequence + 1n, validUntil }
}
