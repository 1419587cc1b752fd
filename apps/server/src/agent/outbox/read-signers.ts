import { FatalError } from '@app/values/errors.ts'
import { createProposalSigners, type ProposalSigner } from '../keyring.ts'
import type { Outbox } from './outbox.ts'

/**
 * The keys of the agent's account that it can sign with, as the chain has them now. Throws `FatalError`
 * when there is no such account, or the private key opens none of its keys.
 */
export async function readSigners({ account, flow }: Outbox): Promise<ProposalSigner[]> {
  const onChain = await flow.getAccount(account.address)
  if (onChain !== null) return createProposalSigners(account, onChain)
  throw new FatalError(
    `The agent's account ${account.address} does not exist on this network: correct DHARMA_AGENT_ADDRESS.`,
  )
}
