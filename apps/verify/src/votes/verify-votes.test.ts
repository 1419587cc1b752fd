import type { ArchivedProposal } from '@app/api/schemas/vote-archive.ts'
import { describe, expect, it } from 'vitest'
import { formatUnchecked } from '../command/output.ts'
import { ANN, buildSampleArchive, CREATED_AT, TARGET } from '../testing/build-sample-archive.ts'
import { type Change, forge, verifyAlone } from '../testing/forge-archive.ts'
import { DAY } from '../testing/sign-sample-message.ts'
import { findCountDifference } from './counts.ts'
import { findWithheldReasons } from './proposals.ts'
import { listUncheckedInVotes } from './verify-votes.ts'

it('a true archive agrees', async () => {
  expect(await verifyAlone(buildSampleArchive())).toEqual({ wrong: null, undecided: [] })
})

const withhold = (reason: string) =>
  forge((one) => {
    one.isReasonWithheld = true
    one.reason = reason
  })

it('an archive with a withheld reason agrees and names it, while the hash is still checked', async () => {
  const sentence = 'Withheld by the operator, 2026-11-22: It names a child.'
  const archive = withhold(sentence)
  expect(await verifyAlone(archive)).toEqual({ wrong: null, undecided: [] })
  expect(findWithheldReasons(archive)).toEqual({ note: expect.stringContaining(sentence) })
  expect(findWithheldReasons(buildSampleArchive())).toBeNull()
  for (const proposal of archive.proposals) proposal.reasonHash = 'a'.repeat(64)
  expect((await verifyAlone(archive)).wrong).toContain('message.text should be')
})

it('a reason that is called withheld and reads otherwise is found', async () => {
  const { wrong } = await verifyAlone(withhold('She is innocent.'))
  expect(wrong).toContain('proposals[0].reason should be since when and why the operator withholds')
})

it('an archive without proposals agrees', async () => {
  expect(await verifyAlone({ ...buildSampleArchive(), proposals: [] })).toEqual({
    wrong: null,
    undecided: [],
  })
})

const CASES: [string, Change, string][] = [
  [
    'another contract',
    (_, __, file) => {
      file.contract = TARGET
    },
    'contract should be',
  ],
  [
    'a proposal number',
    (_, __, { proposals: [one], proposals }) =>
      void proposals.push({ ...(one as ArchivedProposal), id: 3 }),
    'proposals[1].id should be 2, but is 3.',
  ],
  [
    'a last block below a receipt',
    (_, __, file) => {
      file.toHeight = 500
    },
    'at most 500, the last block',
  ],
  [
    'a transaction id',
    (_, [one]) => {
      one.receipt.txId = 'x'
    },
    'votes[0].receipt.txId should be 64 hex digits',
  ],
  [
    'the order of votes',
    (_, [one]) => {
      one.receipt.height = 700
    },
    'votes[1].receipt.height should be at least 700',
  ],
  [
    'a vote given twice',
    (one, [first]) => void one.votes.unshift(first),
    'votes[1] should be another vote, but is given twice.',
  ],
  [
    'the title',
    (one) => {
      one.title = 'Feed the poor'
    },
    "title should be the contract's title of freeze",
  ],
  [
    'the reason',
    (one) => {
      one.reason += '.'
    },
    'the SHA-256 of the reason',
  ],
  [
    'the reason hash',
    (one) => {
      one.reasonHash = 'a'.repeat(64)
    },
    'the SHA-256 of the reason',
  ],
  [
    'the time of creation',
    (one) => {
      one.createdAt -= 60
    },
    `createdAt should be ${CREATED_AT}`,
  ],
  [
    'the end of voting',
    (one) => {
      one.votingEndsAt -= 60
    },
    'votingEndsAt should be',
  ],
  [
    'an appeal that is none',
    (one) => {
      one.isAppeal = true
    },
    'action should be unfreeze, as of every appeal',
  ],
  [
    'a proposal without its message',
    (one) => {
      one.message = null
    },
    'message should be the signed message',
  ],
  [
    'the proposer',
    (one) => {
      one.proposer = ANN
    },
    'proposals[0].message.text should be',
  ],
  [
    'the target',
    (one) => {
      one.targetAddress = ANN
    },
    'title should be',
  ],
  [
    'the choice',
    (_, [, two]) => {
      two.support = false
    },
    'Choice: against',
  ],
  [
    'the voter',
    (_, [, two]) => {
      two.voter = ANN
    },
    'votes[1].message.text should be',
  ],
  [
    'the text',
    (_, [, two]) => {
      two.message.text += ' '
    },
    'votes[1].message.text should be',
  ],
  [
    'the sequence number',
    (_, [, two]) => {
      two.message.sequence += 1
    },
    'Sequence: 5',
  ],
  [
    'the end of validity',
    (_, [, two]) => {
      two.message.validUntil += 60
    },
    'Valid until:',
  ],
  [
    'half a minute',
    (_, [, two]) => {
      two.message.validUntil += 30
    },
    'validUntil should be a whole minute',
  ],
  [
    'a vote before the proposal',
    (_, [one]) => {
      one.receipt.at = CREATED_AT - 1
    },
    'while voting was open',
  ],
  [
    'a vote after the end',
    (_, [, , , four]) => {
      four.receipt.at = CREATED_AT + DAY
    },
    'while voting was open',
  ],
  [
    'a vote long before its validity',
    (one, votes) => {
      for (const { receipt } of [one, ...votes]) receipt.at -= DAY
      one.createdAt -= DAY
      one.votingEndsAt -= DAY
    },
    'at most 24 hours after its block',
  ],
  [
    'which vote counts',
    (_, [one]) => {
      one.isCounted = true
    },
    'the vote with sequence 2 replaced it',
  ],
  [
    'a counted vote as replaced',
    (_, [, two]) => {
      two.isCounted = false
    },
    'no later vote of the voter replaced it',
  ],
  [
    'the sum For',
    (one) => {
      one.votesFor = 4
    },
    'votesFor should be 3',
  ],
  [
    'the sum Against',
    (one) => {
      one.votesAgainst = 1
    },
    'votesAgainst should be 0',
  ],
  [
    'a low score',
    (_, [, two]) => {
      two.score = 59.9
    },
    'score should be 60 to 100',
  ],
  [
    'no evidence',
    (_, [, two]) => {
      two.evidenceHash = ''
    },
    'evidenceHash should be 64 hex digits',
  ],
  [
    'the status',
    (one) => {
      one.status = 'rejected'
    },
    'status should be executed',
  ],
  [
    'no execution',
    (one) => {
      one.execution = null
    },
    'execution should be the transaction',
  ],
  [
    'an execution before the end',
    (one) => {
      one.execution = { txId: 'd'.repeat(64), height: 900, at: CREATED_AT + DAY - 1 }
    },
    'the end of voting, on and before',
  ],
  [
    'an execution of two votes',
    (one) => {
      one.votes.pop()
      one.votesFor = 2
    },
    'because 2 For and 0 Against do not approve it',
  ],
]

describe('the first wrong claim is named after a change of', () => {
  it.each(CASES)('%s', async (_, change, sentence) => {
    expect((await verifyAlone(forge(change))).wrong).toContain(sentence)
  })
})

it.each([
  [52, null],
  [44.9, '45 to 100'],
])('rule 28: a vote on an appeal needs 45: %f', (score, expected) => {
  const archive = forge((proposal, [, two]) => {
    proposal.isAppeal = true
    two.score = score
  })
  expect(findCountDifference(archive)?.expected ?? null).toBe(expected)
})

it('lists what a file alone does not show', () => {
  const archive = forge((proposal) => {
    proposal.id = 4
  })
  const claims = listUncheckedInVotes(archive, false).map(formatUnchecked)
  expect(claims).toContain('proposals.length: proposals before number 4 are not in the file.')
  expect(claims).toContain(
    'proposals.length, proposals[].votes.length: whether a proposal or a vote was left out (--node URL).',
  )
})
