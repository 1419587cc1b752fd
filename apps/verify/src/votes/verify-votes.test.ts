import type { ArchivedProposal, ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { expect, it } from 'vitest'
import { buildSampleArchive } from '../testing/build-sample-archive.ts'
import { AGREES, verify } from '../testing/verify.ts'
import { openVotes } from './verify-votes.ts'

type Votes = [ArchivedVote, ArchivedVote, ArchivedVote, ArchivedVote]
type Change = (freeze: ArchivedProposal, votes: Votes, archive: VoteArchive) => unknown

/** Builds a sample with a change. */
function forge(change: Change): VoteArchive {
  const forged: VoteArchive = JSON.parse(JSON.stringify(buildSampleArchive()))
  const [proposal] = forged.proposals as [ArchivedProposal]
  change(proposal, proposal.votes as Votes, forged)
  return forged
}

const SENTENCE = 'Withheld by the operator, 2026-11-22: It names a child.'
const PROBLEM = 'The access node does not have the transaction any more.'

it.each<[string, Change, object]>([
  ['without its first proposal', (_, __, { proposals }) => proposals.shift(), {}],
  ['without proposals', (_, __, { proposals }) => proposals.splice(0), {}],
  [
    'with a withheld reason, which is named',
    (one) => Object.assign(one, { isReasonWithheld: true, reason: SENTENCE }),
    { note: [expect.stringContaining(SENTENCE)] },
  ],
  [
    'except for a message without signatures, which is undecided',
    (_, [, , , last]) => Object.assign(last.message, { signatures: [], problem: PROBLEM }),
    { undecided: [`proposals[0].votes[3].message has no signature: ${PROBLEM}`] },
  ],
])('an archive agrees %s', async (_, change, found) => {
  expect(await verify(openVotes, forge(change))).toMatchObject({ ...AGREES, ...found })
})

/** Each changes more than one field; all single fields are forged in forgeries.test.ts. */
it.each<[string, Change, string]>([
  [
    'a vote given twice, with the sum to fit',
    (one, [, ben]) => Object.assign(one, { votes: [...one.votes, ben], votesFor: 4 }),
    'votesFor should be 3, but is 4',
  ],
  [
    'a replaced vote said to count, with the sum to fit',
    (one, [ann]) =>
      Object.assign(one, { votesAgainst: Object.assign(ann, { isCounted: true }) && 1 }),
    'votesAgainst should be 0, but is 1',
  ],
  [
    'an execution of two votes',
    (one) => Object.assign(one, { votes: one.votes.slice(0, 3), votesFor: 2 }),
    'execution should be null, with 2 For and 0 Against',
  ],
  [
    'a vote turned around, with the sums to fit',
    (one, [, ben]) =>
      Object.assign(one, {
        votesFor: Object.assign(ben, { support: false }) && 2,
        votesAgainst: 1,
      }),
    'votes[1].message.text should be',
  ],
  [
    'another freeze in title and number',
    (_, __, { proposals: [, two] }) =>
      Object.assign(two ?? {}, {
        freezeNumber: 4,
        title: two?.title.replace('freeze 3', 'freeze 4'),
      }),
    'message.text should be',
  ],
  [
    'the signatures of another vote',
    (_, [one, , three]) => Object.assign(three.message, { signatures: one.message.signatures }),
    'votes[2].message.signatures[0].signature should be a signature of message.text',
  ],
  ['one signature of two', (_, [, two]) => two.message.signatures.pop(), 'that weigh 500'],
  [
    'one key twice',
    (_, [, { message }]) => message.signatures.splice(1, 1, ...message.signatures.slice(0, 1)),
    'signatures[1].keyIndex should be another key',
  ],
  [
    'a huge weight of one key',
    (_, [, { message }]) =>
      Object.assign(message.signatures[0] ?? {}, {
        weight: message.signatures.splice(1).length * 2000,
      }),
    'weight should be 0 to 1000',
  ],
  [
    'a reason that is called withheld and reads otherwise',
    (one) => Object.assign(one, { isReasonWithheld: true, reason: 'She is innocent.' }),
    'proposals[0].reason should be since when and why the operator',
  ],
])('the first wrong claim is named after a change: %s', async (_, change, sentence) => {
  expect((await verify(openVotes, forge(change))).wrong).toContain(sentence)
})

it.each([
  ['approved', null],
  ['active', null],
  ['expired', null],
  ['rejected', 'status should be active or approved or expired, with 3 For'],
  ['pending', 'status should be active'],
  ['executed', 'status should be active'],
] as const)(
  'three votes For without an execution allow the status %s or not',
  async (status, sentence) => {
    const { wrong, unchecked } = await verify(
      openVotes,
      forge((one) => Object.assign(one, { status, execution: null })),
    )
    if (sentence !== null) return expect(wrong).toContain(sentence)
    expect(wrong).toBeNull()
    expect(unchecked.flatMap(({ fields }) => fields)).toContain('proposals[].status')
  },
)
