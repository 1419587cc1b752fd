import { readAs } from '@app/api/client/read-as.ts'
import { type Proposal, ProposalSchema } from '@app/api/schemas/proposal.ts'

/** The fields that a proposal cannot lack. */
const OWN_FIELDS = {
  id: 7,
  action: 'freeze',
  targetAddress: '0x179b6b1cb6755e31',
  proposer: '0xf3fcd2c1a78f5eee',
  reason: 'Emptied more than ten wallets',
  status: 'active',
  votesFor: 0,
  votesAgainst: 0,
  createdAt: 1_795_000_000,
}

/** Builds a proposal to freeze a wallet that has nothing but what it needs, with a change. */
export function buildProposal(change: Partial<Proposal> = {}): Proposal {
  const proposal = readAs(ProposalSchema, OWN_FIELDS)
  if (proposal === undefined) throw new Error('ProposalSchema requires more fields.')
  return { ...proposal, ...change }
}
