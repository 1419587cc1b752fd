import { createHash } from 'node:crypto'
import {
  type ArchivedProposal,
  type ArchivedVote,
  VOTE_ARCHIVE_FORMAT,
  type VoteArchive,
} from '@app/api/schemas/governance/vote-archive.ts'
import { formatProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { P256, type SampleKey, SECP, signSampleConsent } from './sign-sample-message.ts'

const PROPOSER = toTestAddress(1)
export const TARGET = toTestAddress(2)
export const ANN = toTestAddress(3)
const BEN = toTestAddress(4)
const CIM = toTestAddress(5)

/** A whole minute. */
export const CREATED_AT = 1_763_812_800
export const DAY = 86_400

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
  const content = { kind: 'vote', proposalId: 1n, action, support } as const
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

/** Builds an archive with an executed proposal: 3 For, 0 Against, one vote replaced, and one account with two keys. */
export function buildSampleArchive({ isLastFor = true } = {}): VoteArchive {
  const content = { kind: 'proposal', action, reasonHash } as const
  const proposal: ArchivedProposal = {
    id: 1,
    action: 'freeze',
    targetAddress: TARGET,
    proposer: PROPOSER,
    isAppeal: false,
    title: formatProposalTitle(action),
    reason: REASON,
    reasonHash,
    createdAt: CREATED_AT,
    votingEndsAt: CREATED_AT + DAY,
    status: 'executed',
    votesFor: 3,
    votesAgainst: 0,
    message: signSampleConsent({
      content,
      signer: PROPOSER,
      sequence: 1,
      validUntil,
      keys: [P256],
    }),
    receipt: { txId: 'c'.repeat(64), height: 100, at: CREATED_AT },
    execution: { txId: 'd'.repeat(64), height: 900, at: CREATED_AT + DAY + 3600 },
    votes: [
      buildVote({ voter: ANN, support: false, sequence: 1, minute: 1, isCounted: false }),
      buildVote({
        voter: BEN,
        support: true,
        sequence: 4,
        minute: 2,
        keys: [SECP, { ...SECP, keyIndex: 3, hashAlgorithm: 'SHA3_256' }],
      }),
      buildVote({ voter: ANN, support: true, sequence: 2, minute: 3 }),
      buildVote({ voter: CIM, support: isLastFor, sequence: 7, minute: 4 }),
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
