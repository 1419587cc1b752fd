import type {
  CaseEntry,
  CaseEntryDetails,
  CaseEntryKind,
  EntryContent,
} from '@app/api/schemas/case.ts'
import type { GovernanceAction, SignedVote } from '@app/contracts/consent-message.ts'
import { formatProposalTitle } from '@app/contracts/proposal-title.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import type { Address } from '@app/values/address.ts'
import { sha256 } from '../case/record.ts'
import { ALICE } from './build-sample-evidence.ts'
import { DAY, signSampleConsent } from './sign-sample-message.ts'

export const AGENT = toTestAddress(20)
const [ANN, BEN] = [toTestAddress(11), toTestAddress(12)]
const CIM = toTestAddress(13)

/** A whole minute: the warning. */
export const WARNED_AT = 1_763_812_800

const MINUTE = 60
export const HOUR = 3_600

/** Times of the case, in Unix seconds. */
export const TIMES = {
  flagged: WARNED_AT + 2 * MINUTE,
  proposed: WARNED_AT + 10 * MINUTE,
  frozen: WARNED_AT + 10 * MINUTE + DAY + HOUR,
  appealedFreeze: WARNED_AT + DAY + 3 * HOUR,
  appealedFlag: WARNED_AT + DAY + 4 * HOUR,
  stated: WARNED_AT + DAY + 5 * HOUR,
}

export const CASE_ID = 'alice-1'
export const FLAG_NUMBER = 8n
export const FREEZE_NUMBER = 6n

export type Draft = EntryContent &
  Pick<CaseEntry, 'at' | 'by'> &
  Partial<Pick<CaseEntry, 'text' | 'txId' | 'message'>>

interface DraftOf<K extends CaseEntryKind> {
  at: number
  by?: Address | null
  details: CaseEntryDetails<K>
  text?: string
  isOnChain?: boolean
  message?: CaseEntry['message']
}

/** Drafts an entry; those on the chain get a transaction id that follows from what they say. */
export function draft<K extends CaseEntryKind>(kind: K, input: DraftOf<K>): Draft {
  const { at, by = null, details, isOnChain = false, ...rest } = input
  const txId = isOnChain ? sha256(`${kind} ${at} ${by}`) : null
  // The compiler does not relate a generic kind to the union.
  const content = { kind, details } as unknown as EntryContent
  return { ...content, at: new Date(at * 1000).toISOString(), by, txId, ...rest }
}

export interface BallotDraft {
  proposalId: number
  createdAt: number
  by: Address
  action: GovernanceAction
  isAppeal: boolean
  reason: string
  /** Voter, choice and minute after the creation. */
  votes: [Address, boolean, number][]
}

/** The messages of the votes carry another one, on a proposal of another case. */
const OTHER_VOTE: SignedVote = {
  proposalId: 70n,
  action: { name: 'freeze', target: toTestAddress(30) },
  support: false,
}

export const sequences = { votes: 0 }

export function draftProposal(ballot: BallotDraft): Draft {
  const { proposalId, createdAt, by, action, isAppeal, reason } = ballot
  const content = { kind: 'proposal', action, reasonHash: sha256(reason) } as const
  const validUntil = createdAt + DAY
  return draft('proposal', {
    at: createdAt,
    by,
    details: {
      proposalId,
      action: action.name,
      title: formatProposalTitle(action),
      rank: isAppeal ? 'other' : 'appointed',
      isAppeal,
      createdAt,
      votingEndsAt: createdAt + DAY,
    },
    text: reason,
    isOnChain: true,
    ...(!isAppeal && {
      message: signSampleConsent({ content, signer: by, sequence: proposalId, validUntil }),
    }),
  })
}

export function draftVotes({ proposalId, createdAt, action, votes }: BallotDraft): Draft[] {
  return votes.map(([voter, support, minute]) => {
    const castAt = createdAt + minute * MINUTE
    const vote = { proposalId: BigInt(proposalId), action, support }
    const content = { kind: 'vote', votes: [OTHER_VOTE, vote] } as const
    sequences.votes += 1
    const sequence = sequences.votes
    return draft('vote', {
      at: castAt,
      by: voter,
      details: { proposalId, support, sequence, score: 81.5, evidenceHash: 'e'.repeat(64), castAt },
      isOnChain: true,
      message: signSampleConsent({ content, signer: voter, sequence, validUntil: castAt + DAY }),
    })
  })
}

export function draftEnd(
  { proposalId, createdAt }: BallotDraft,
  details: Omit<CaseEntryDetails<'voting_end'>, 'proposalId'>,
): Draft {
  return draft('voting_end', { at: createdAt + DAY, details: { proposalId, ...details } })
}

export const FREEZE: BallotDraft = {
  proposalId: 1,
  createdAt: TIMES.proposed,
  by: AGENT,
  action: { name: 'freeze', target: ALICE },
  isAppeal: false,
  reason: 'It took what a listed wallet swept from others.',
  votes: [
    [ANN, false, 1],
    [BEN, true, 2],
    [ANN, true, 3],
    [CIM, true, 4],
  ],
}

export const FREEZE_APPEAL: BallotDraft = {
  proposalId: 2,
  createdAt: TIMES.appealedFreeze,
  by: ALICE,
  action: { name: 'unfreeze', target: ALICE, flagNumber: null, freezeNumber: FREEZE_NUMBER },
  isAppeal: true,
  reason: 'It was payment for work, and the freeze stops my wages.',
  votes: [
    [ANN, false, 1],
    [BEN, false, 2],
    [CIM, true, 3],
  ],
}

export const FLAG_APPEAL: BallotDraft = {
  ...FREEZE_APPEAL,
  proposalId: 3,
  createdAt: TIMES.appealedFlag,
  action: { name: 'unfreeze', target: ALICE, flagNumber: FLAG_NUMBER, freezeNumber: null },
  reason: 'A thief paid me for my work; I am not one of them.',
  votes: [
    [ANN, true, 1],
    [BEN, true, 2],
    [CIM, false, 3],
  ],
}
