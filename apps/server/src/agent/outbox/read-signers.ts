import { FatalError } from '@app/values/errors.ts'
import { createProposalSigners, type ProposalSigner } from '../keyring.ts'
import type { Outbox } from './outbox.ts'

/**
 * Reads the agent's account and returns a signer for each key that its private key can sign with.
 * Throws `FatalError` when the account does not exist or the private key matches no key.
 */
export async function readSigners({ account, flow }: Outbox): Promise<ProposalSigner[]> {
  const onChain = await flow.getAccount(account.address)
  if (onChain !== null) return createProposalSigners(account, onChain)
  throw new FatalError(
    `The agent's account ${account.address} does not exist on this network: correct DHARMA_AGENT_ADDRESS.`,
  )
}
