import type { ArchivedProposal, ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { describe, expect, it } from 'vitest'
import { formatUnchecked } from '../output.ts'
import {
  ANN,
  buildSampleArchive,
  buildSampleBallots,
  CREATED_AT,
  TARGET,
} from '../testing/build-sample-archive.ts'
import { DAY } from '../testing/sign-sample-message.ts'
import { AGREES, verify } from '../testing/verify-file.ts'
import { VOTES } from './verify-votes.ts'

type Votes = [ArchivedVote, ArchivedVote, ArchivedVote, ArchivedVote]
type Change = (proposal: ArchivedProposal, votes: Votes, archive: VoteArchive) => void

/** Builds a sample with a change. */
function forge(change: Change, archive = buildSampleArchive()): VoteArchive {
  const forged: VoteArchive = structuredClone(archive)
  const [proposal] = forged.proposals as [ArchivedProposal]
  change(proposal, proposal.votes as Votes, forged)
  return forged
}

const verifyAlone = (archive: VoteArchive) => verify(VOTES, archive)

const withhold = (reason: string) =>
  forge((one) => Object.assign(one, { isReasonWithheld: true, reason }))

/** An appeal of the target against a flag, without votes. */
const forgeAppeal = (more: Partial<ArchivedProposal> = {}) =>
  forge((proposal) => {
    const sums = { votes: [], votesFor: 0, votesAgainst: 0, status: 'pending', execution: null }
    const own = { isAppeal: true, message: null, proposer: TARGET, rank: 'other' }
    const title = `Lift flag 12 of ${TARGET}`
    Object.assign(proposal, sums, own, { action: 'unfreeze', flagNumber: 12, title }, more)
  })

it.each([
  ['whose messages carry several votes, in whatever order they name them', buildSampleBallots()],
  [
    'whose messages carry votes on proposals before its first one',
    forge((_, __, file) => void file.proposals.shift(), buildSampleBallots()),
  ],
  ['without proposals', { ...buildSampleArchive(), proposals: [] }],
  ['with an appeal, which has no message of its own in it', forgeAppeal()],
])('an archive agrees %s', async (_, archive) => {
  expect(await verifyAlone(archive)).toMatchObject(AGREES)
})

it('a withheld reason is named, while its hash is still checked', async () => {
  const sentence = 'Withheld by the operator, 2026-11-22: It names a child.'
  const archive = withhold(sentence)
  expect(await verifyAlone(archive)).toMatchObject({
    ...AGREES,
    noted: [expect.stringContaining(sentence)],
  })
  for (const proposal of archive.proposals) proposal.reasonHash = 'a'.repeat(64)
  expect((await verifyAlone(archive)).wrong).toContain('message.text should be')
})

it('a message without signatures is undecided, with the reason of the file', async () => {
  const problem = 'The access node does not have the transaction any more.'
  const file = forge((_, [, two]) => Object.assign(two.message, { signatures: [], problem }))
  expect(await verifyAlone(file)).toMatchObject({
    wrong: null,
    undecided: [`proposals[0].votes[1].message has no signature: ${problem}`],
  })
})

const removeOneVote = (proposal: ArchivedProposal) => {
  proposal.votes.pop()
  proposal.votesFor = 2
}

describe('without an execution, with three votes For or with two, a status', () => {
  it.each<[ArchivedProposal['status'], boolean, string | null]>([
    ['approved', true, null],
    ['active', true, null],
    ['expired', true, null],
    ['expired', false, null],
    ['active', false, null],
    ['rejected', true, 'status should be active or approved or expired, with 3 For'],
    ['pending', true, 'status should be active'],
    ['approved', false, 'status should be active or expired, with 2 For'],
    ['rejected', false, 'status should be active or expired'],
  ])('%s follows from the votes or not', async (status, hasThree, sentence) => {
    const { wrong } = await verifyAlone(
      forge((proposal) => {
        Object.assign(proposal, { status, execution: null })
        if (!hasThree) removeOneVote(proposal)
      }),
    )
    if (sentence === null) expect(wrong).toBeNull()
    else expect(wrong).toContain(sentence)
  })

  it('of what expired although its votes reject it is undecided', async () => {
    const file = forge((proposal) => Object.assign(proposal, { status: 'expired' }), REJECTED)
    expect(await verifyAlone(file)).toMatchObject({
      wrong: null,
      undecided: [expect.stringMatching(/^proposals\[0\]\.status: whether something else ended/)],
    })
  })
})

/** Three votes, of which one is For a freeze. */
const REJECTED = buildSampleArchive({ choices: [false, true, false, false] })

/** Each changes more than one field, or breaks one rule alone; all single fields are forged in forgeries.test.ts. */
const FORGERIES: [string, Change, string][] = [
  [
    'a proposal left out in between',
    (one, _, { proposals }) => void proposals.push({ ...one, id: 3 }),
    'proposals[1].id should be 2, but is 3.',
  ],
  [
    'a vote given twice',
    (one, [first]) => void one.votes.unshift(first),
    'votes[1].message.sequence should be',
  ],
  [
    'votes in another order, as if by smaller numbers',
    (proposal, [one, two, three, four]) => {
      const { receipt } = one
      one.receipt = three.receipt
      three.receipt = receipt
      proposal.votes = [three, two, one, four]
    },
    'sequence should be 3 to 1002',
  ],
  [
    'the voter as proposer, and the text to fit',
    (one) => {
      one.message?.signatures.splice(0)
      one.proposer = ANN
    },
    'proposals[0].message.text should be',
  ],
  [
    'a vote before the proposal',
    (_, [one]) => Object.assign(one.receipt, { at: CREATED_AT - 1 }),
    'votes[0].message.validUntil should be a whole minute from',
  ],
  [
    'a vote after the end',
    (_, [, , , four]) => Object.assign(four.receipt, { at: CREATED_AT + DAY }),
    'while voting was open',
  ],
  [
    'everything long before its validity',
    (one, votes) => {
      for (const { receipt } of [one, ...votes]) receipt.at -= DAY
      one.createdAt -= DAY
      one.votingEndsAt -= DAY
    },
    'validUntil should be a whole minute from',
  ],
  [
    'half a minute',
    (_, [, two]) => Object.assign(two.message, { validUntil: two.message.validUntil + 30 }),
    'a whole minute',
  ],
  ['a low score', (_, [, two]) => Object.assign(two, { score: 59.9 }), 'score should be 60 to 100'],
  [
    'an execution before the end',
    (one) => Object.assign(one.execution ?? {}, { at: CREATED_AT + DAY - 1 }),
    'while it could be executed',
  ],
  ['an execution of two votes', removeOneVote, 'execution should be null, with 2 For, 0 Against'],
  [
    'the target as a voter',
    (_, [, two]) => Object.assign(two, { voter: TARGET }),
    'voter should be neither the target nor the recovery address',
  ],
  ['one signature of two', (_, [, two]) => void two.message.signatures.pop(), 'that weigh 500'],
  [
    'one key twice',
    (_, [, { message }]) => void message.signatures.splice(1, 1, ...message.signatures.slice(0, 1)),
    'signatures[1].keyIndex should be another key',
  ],
  [
    'the signature of another vote',
    (_, [one, , three]) => {
      three.message.signatures = one.message.signatures
    },
    'votes[2].message.signatures[0].signature should be a signature of message.text',
  ],
  [
    'a huge weight',
    (_, [, { message }]) => {
      message.signatures.splice(1, 1)
      for (const signature of message.signatures) signature.weight = 2000
    },
    'weight should be 0 to 1000',
  ],
]

/** Of two proposals on which each message carries two votes. */
const OF_SEVERAL: [string, (one: ArchivedProposal, two: ArchivedProposal) => void, string][] = [
  [
    'a vote lifted out of its message with another choice',
    (one) => {
      Object.assign(one.votes[0] ?? {}, { support: false })
      Object.assign(one, { votesFor: 1, votesAgainst: 1 })
    },
    'proposals[0].votes[0].message.text should be',
  ],
  [
    'a vote of the message left out',
    (_, two) => {
      two.votes.shift()
      two.votesFor = 1
    },
    'proposals[0].votes[0].message.text should be',
  ],
  [
    'an unfreeze that names another freeze in its title too',
    (one) => {
      one.freezeNumber = 4
      one.title = one.title.replace('freeze 3', 'freeze 4')
    },
    'proposals[0].message.text should be',
  ],
  [
    'another block for one vote of a message',
    (_, { votes: [vote] }) => {
      if (vote !== undefined) vote.receipt.at += 1
    },
    'receipt.at should be',
  ],
  [
    'other signatures of the same message',
    (_, { votes: [vote, other] }) =>
      Object.assign(vote?.message ?? {}, { signatures: other?.message.signatures }),
    'proposals[1].votes[0].message.signatures[0].publicKey should be',
  ],
  [
    'the target with the rank of a voter',
    (one) => Object.assign(one, { proposer: one.targetAddress, rank: 'voter' }),
    'rank should be "other"',
  ],
  [
    'an appeal against a flag and a freeze',
    (one) => Object.assign(one, { isAppeal: true, message: null, proposer: one.targetAddress }),
    'flagNumber should be missing',
  ],
]

describe('the first wrong claim is named after a change of', () => {
  it.each(FORGERIES)('%s', async (_, change, sentence) => {
    expect((await verifyAlone(forge(change))).wrong).toContain(sentence)
  })

  it.each(OF_SEVERAL)('%s', async (_, change, sentence) => {
    const ballots: VoteArchive = JSON.parse(JSON.stringify(buildSampleBallots()))
    change(...(ballots.proposals as [ArchivedProposal, ArchivedProposal]))
    expect((await verifyAlone(ballots)).wrong).toContain(sentence)
  })

  it.each([
    [{ proposer: ANN }, 'proposer should be'],
    [{ rank: 'voter' }, 'rank should be "other"'],
    [{ action: 'freeze' }, 'action should be "unfreeze"'],
  ] as const)('an appeal with %j', async (change, sentence) => {
    expect((await verifyAlone(forgeAppeal(change))).wrong).toContain(sentence)
  })

  it('a reason that is called withheld and reads otherwise', async () => {
    const { wrong } = await verifyAlone(withhold('She is innocent.'))
    expect(wrong).toContain('proposals[0].reason should be since when and why the operator')
  })
})

it('lists what a file alone does not show', () => {
  const archive = forge((proposal) => Object.assign(proposal, { id: 4 }))
  const claims = VOTES.listUnchecked(archive, { hasNode: false, isFull: false })
  expect(claims.map(formatUnchecked)).toContain(
    'proposals.length: proposals before number 4 are not in the file.',
  )
})
