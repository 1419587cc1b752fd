import {
  type ArchivedProposal,
  type ArchivedVote,
  type SignedMessage,
  VOTE_ARCHIVE_FORMAT,
  type VoteArchive,
} from '@app/api/schemas/vote-archive.ts'
import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { formatProposalTitle } from '@app/contracts/proposal-title.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import type { Address } from '@app/values/address.ts'
import { CONTRACT, DAY, START, signSample, TWO_KEYS } from './sign-sample.ts'

const [PROPOSER, ANN, BEN, CIM] = [1, 3, 4, 5].map(toTestAddress) as [
  Address,
  Address,
  Address,
  Address,
]
const TARGET = toTestAddress(2)
const REASON = 'It passes on what many pay it, at once: stop it – “now”.'

const ACTIONS: readonly [GovernanceAction, GovernanceAction, GovernanceAction] = [
  { name: 'freeze', target: TARGET },
  { name: 'unfreeze', target: TARGET, flagNumber: 5n, freezeNumber: 3n },
  { name: 'unfreeze', target: TARGET, flagNumber: 5n, freezeNumber: null },
]

const toReceipt = (minute: number) => ({
  txId: minute.toString(16).padStart(64, '0'),
  height: 100 + minute,
  at: START + minute * 60,
})

const signVotes = (
  voter: Address,
  votes: readonly [id: 1 | 2 | 3, support: boolean][],
  options: Parameters<typeof signSample>[2],
) =>
  signSample(
    voter,
    {
      kind: 'vote',
      votes: votes.map(([id, support]) => {
        const action = ACTIONS[id - 1] as GovernanceAction
        return { proposalId: BigInt(id), action, support }
      }),
    },
    options,
  )

const buildVote = (
  voter: Address,
  { support, message, minute }: { support: boolean; message: SignedMessage; minute: number },
): ArchivedVote => ({
  ...{ voter, support, isCounted: true, score: 81.5, evidenceHash: 'e'.repeat(64) },
  ...{ publisher: toTestAddress(9), message, receipt: toReceipt(minute) },
})

function buildProposal(id: 1 | 2 | 3, own: Partial<ArchivedProposal>): ArchivedProposal {
  const action = ACTIONS[id - 1] as GovernanceAction
  const reasonHash = hashReason(REASON)
  const { flagNumber, freezeNumber } = { flagNumber: null, freezeNumber: null, ...action }
  return {
    ...{ id, action: action.name, targetAddress: TARGET, title: formatProposalTitle(action) },
    ...(flagNumber !== null && { flagNumber: Number(flagNumber) }),
    ...(freezeNumber !== null && { freezeNumber: Number(freezeNumber) }),
    ...{ proposer: PROPOSER, rank: 'voter', isAppeal: false, reason: REASON, reasonHash },
    ...{ createdAt: START, votingEndsAt: START + DAY, receipt: toReceipt(0), execution: null },
    ...{ status: 'active', votesFor: 0, votesAgainst: 0, votes: [] },
    message: signSample(PROPOSER, { kind: 'proposal', action, reasonHash }, { sequence: id }),
    ...own,
  }
}

/**
 * Builds an archive with an executed freeze with 3 For, one vote replaced, and one account with two keys; an unfreeze
 * on which Ben votes with one message beside the freeze; and an appeal without votes.
 */
export function buildSampleArchive(): VoteArchive {
  const first = signVotes(ANN, [[1, false]], {})
  const both = signVotes(
    BEN,
    [
      [2, false],
      [1, true],
    ],
    { sequence: 4, keys: TWO_KEYS },
  )
  const again = signVotes(ANN, [[1, true]], { sequence: 2 })
  const last = signVotes(CIM, [[1, true]], { sequence: 7 })
  const votes = [
    { ...buildVote(ANN, { support: false, message: first, minute: 1 }), isCounted: false },
    buildVote(BEN, { support: true, message: both, minute: 2 }),
    buildVote(ANN, { support: true, message: again, minute: 3 }),
    buildVote(CIM, { support: true, message: last, minute: 4 }),
  ]
  const against = buildVote(BEN, { support: false, message: both, minute: 2 })
  return {
    ...{ format: VOTE_ARCHIVE_FORMAT, network: 'local', contract: CONTRACT, toHeight: 9000 },
    proposals: [
      buildProposal(1, { votes, votesFor: 3, status: 'executed', execution: toReceipt(2000) }),
      buildProposal(2, { votes: [against], votesAgainst: 1 }),
      buildProposal(3, {
        ...{ isAppeal: true, message: null, proposer: TARGET, rank: 'other', status: 'pending' },
      }),
    ],
  }
}
