import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { Clearance, ClearedCause } from '../../db/tables/agent-tables.ts'

export interface ClearedCase {
  address: Address
  caseId: string
  /** Unix milliseconds of block time. */
  openedMs: number
  clearedMs: number
  cause: ClearedCause
}

export const CLEARED_CAUSES: Readonly<Record<ClearedCause, string>> = {
  recheck: 'a recheck no longer supports it',
  appeal: 'an appeal against it was not denied',
  unfreeze: 'the community decided so by vote',
  label_removed: 'the entry in the scam list was removed',
}

/**
 * Builds the text by which the agent withdraws an accusation, with its signature: anybody can check it
 * with the public key of the agent's account.
 */
export function buildClearance(
  signer: Signer,
  { network, cleared }: { network: Network; cleared: ClearedCase },
): Clearance {
  const text = formatClearance(network, cleared)
  const { keyId, signature } = signUserMessage(signer, text)
  const { address, publicKeyHex: publicKey, signatureAlgorithm, hashAlgorithm } = signer
  return { text, address, keyIndex: keyId, signature, publicKey, signatureAlgorithm, hashAlgorithm }
}

export function formatClearance(network: Network, cleared: ClearedCase): string {
  return [
    'Dharma Guard clearance',
    `Address: ${cleared.address}`,
    `Network: ${network}`,
    `Case: ${cleared.caseId}`,
    `Accused: ${new Date(cleared.openedMs).toISOString()}`,
    `Withdrawn: ${new Date(cleared.clearedMs).toISOString()}`,
    `Because: ${CLEARED_CAUSES[cleared.cause]}`,
  ].join('\n')
}
