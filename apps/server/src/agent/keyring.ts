import { createKeySigner } from '@app/flow/keys/create-key-signer.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/keys/full-weight.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { AgentAccount } from '../config.ts'

/** A key that can propose a transaction now, with the sequence number that the chain expects. */
export interface ProposalSigner {
  signer: Signer
  sequenceNumber: number
}

/**
 * Creates a signer for every full-weight key of the account that belongs to this private key.
 * Throws `FatalError`, without the private key in its message, when there is none.
 */
export function createProposalSigners(
  { address, privateKeyHex }: AgentAccount,
  account: Account,
): ProposalSigner[] {
  const signers = account.keys
    .filter(({ isRevoked, weight }) => !isRevoked && weight >= FULL_WEIGHT)
    .flatMap((key) => createSignerForKey({ address, privateKeyHex }, key))
  if (signers.length > 0) return signers
  throw new FatalError(
    `The agent's private key matches no key of weight ${FULL_WEIGHT} of the account ${address}: correct DHARMA_AGENT_KEY or DHARMA_AGENT_ADDRESS.`,
  )
}

function createSignerForKey(account: AgentAccount, key: AccountKey): ProposalSigner[] {
  const signer = createKeySigner(account, key)
  return signer === null ? [] : [{ signer, sequenceNumber: key.sequenceNumber }]
}
