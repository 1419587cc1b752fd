import { createHash } from 'node:crypto'
import {
  type ArchivedProposal,
  type ArchivedVote,
  VOTE_ARCHIVE_FORMAT,
  type VoteArchive,
} from '@app/api/schemas/vote-archive.ts'
import { formatProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { DAY, P256, type SampleKey, SECP, signSampleConsent } from './sign-sample-message.ts'

const PROPOSER = toTestAddress(1)
export const TARGET = toTestAddress(2)
export const ANN = toTestAddress(3)
const BEN = toTestAddress(4)
const CIM = toTestAddress(5)

/** A whole minute. */
export const CREATED_AT = 1_763_812_800

const validUntil = CREATED_AT + DAY

const contract = toAddress(getContractAddress('DharmaGovernance', 'local'))
const REASON = 'It passes on what many pay it, at once: stop it – “now”.'
const reasonHash = createHash('sha256').update(REASON).digest('hex')
const action = { name: 'freeze', target: TARGET } as const
const publisher = toTestAddress(9)

interface VoteDraft {
  voter: Address
  support: boolean
  sequence: number
  minute: number
  isCounted?: boolean
  keys?: readonly SampleKey[]
}

function buildVote(draft: VoteDraft): ArchivedVote {
  const { voter, support, sequence, minute, isCounted = true, keys = [P256] } = draft
  const content = { kind: 'vote', votes: [{ proposalId: 1n, action, support }] } as const
  return {
    voter,
    support,
    isCounted,
    score: 81.5,
    evidenceHash: 'e'.repeat(64),
    publisher,
    message: signSampleConsent({ content, signer: voter, sequence, validUntil, keys }),
    receipt: {
      txId: minute.toString(16).padStart(64, '0'),
      height: 100 + minute,
      at: CREATED_AT + minute * 60,
    },
  }
}

/**
 * Builds an archive with an executed proposal: 3 For, 0 Against, one vote replaced, and one account with two keys. With
 * other choices it was not executed.
 */
export function buildSampleArchive({ choices = [false, true, true, true] } = {}): VoteArchive {
  const [first = false, second = true, third = true, fourth = true] = choices
  const votesFor = [second, third, fourth].filter((support) => support).length
  const isExecuted = votesFor === 3
  const content = { kind: 'proposal', action, reasonHash } as const
  const proposal: ArchivedProposal = {
    id: 1,
    action: 'freeze',
    targetAddress: TARGET,
    proposer: PROPOSER,
    rank: 'voter',
    isAppeal: false,
    title: formatProposalTitle(action),
    reason: REASON,
    reasonHash,
    createdAt: CREATED_AT,
    votingEndsAt: CREATED_AT + DAY,
    status: isExecuted ? 'executed' : 'rejected',
    votesFor,
    votesAgainst: 3 - votesFor,
    message: signSampleConsent({
      content,
      signer: PROPOSER,
      sequence: 1,
      validUntil,
      keys: [P256],
    }),
    receipt: { txId: 'c'.repeat(64), height: 100, at: CREATED_AT },
    execution: isExecuted
      ? { txId: 'd'.repeat(64), height: 900, at: CREATED_AT + DAY + 3600 }
      : null,
    votes: [
      buildVote({ voter: ANN, support: first, sequence: 1, minute: 1, isCounted: false }),
      buildVote({
        voter: BEN,
        support: second,
        sequence: 4,
        minute: 2,
        keys: [SECP, { ...SECP, keyIndex: 3, hashAlgorithm: 'SHA3_256' }],
      }),
      buildVote({ voter: ANN, support: third, sequence: 2, minute: 3 }),
      buildVote({ voter: CIM, support: fourth, sequence: 7, minute: 4 }),
    ],
  }
  return {
    format: VOTE_ARCHIVE_FORMAT,
    network: 'local',
    contract,
    toHeight: 1000,
    proposals: [proposal],
  }
}

const BALLOT_ACTIONS = [
  { name: 'unfreeze', target: TARGET, flagNumber: 5n, freezeNumber: 3n },
  { name: 'unfreeze', target: TARGET, flagNumber: null, freezeNumber: 3n },
] as const

/** Builds an archive with two open votes on one topic, on which Ann and Ben each vote with one message. */
export function buildSampleBallots(): VoteArchive {
  const [sample] = buildSampleArchive().proposals
  if (sample === undefined) throw new Error('The sample has no proposal')
  const votes = [
    { voter: ANN, sequence: 3, minute: 1, ids: [1, 2] },
    { voter: BEN, sequence: 5, minute: 2, ids: [2, 1] },
  ].map(({ ids, ...draft }) => ({ ...draft, message: signBallots(draft, ids) }))
  const proposals = BALLOT_ACTIONS.map((ballot, index): ArchivedProposal => {
    const { flagNumber, freezeNumber } = ballot
    const id = index + 1
    const content = { kind: 'proposal', action: ballot, reasonHash } as const
    const signer = toTestAddress(20 + id)
    return {
      ...sample,
      id,
      action: 'unfreeze',
      ...(flagNumber !== null && { flagNumber: Number(flagNumber) }),
      freezeNumber: Number(freezeNumber),
      proposer: signer,
      rank: index === 0 ? 'other' : 'voter',
      title: formatProposalTitle(ballot),
      status: 'active',
      votesFor: 2,
      execution: null,
      message: signSampleConsent({ content, signer, sequence: 1, validUntil, keys: [P256] }),
      votes: votes.map(({ voter, sequence, minute, message }) => ({
        ...buildVote({ voter, support: true, sequence, minute }),
        message,
      })),
    }
  })
  return { ...buildSampleArchive(), proposals }
}

const signBallots = (
  { voter, sequence }: Pick<VoteDraft, 'voter' | 'sequence'>,
  ids: readonly number[],
) => {
  const votes = ids.flatMap((id) => {
    const ballot = BALLOT_ACTIONS[id - 1]
    return ballot === undefined ? [] : [{ proposalId: BigInt(id), action: ballot, support: true }]
  })
  const content = { kind: 'vote', votes } as const
  return signSampleConsent({ content, signer: voter, sequence, validUntil })
}
