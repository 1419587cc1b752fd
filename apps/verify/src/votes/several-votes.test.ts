import type { ArchivedProposal, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { expect, it } from 'vitest'
import { buildSampleBallots } from '../testing/build-sample-archive.ts'
import { verifyAlone } from '../testing/forge-archive.ts'

type Change = (one: ArchivedProposal, two: ArchivedProposal, archive: VoteArchive) => void

function forge(change: Change): VoteArchive {
  const archive = buildSampleBallots()
  change(
    archive.proposals[0] as ArchivedProposal,
    archive.proposals[1] as ArchivedProposal,
    archive,
  )
  return archive
}

it('messages that carry several votes agree, in whatever order they name them', async () => {
  expect(await verifyAlone(buildSampleBallots())).toEqual({ wrong: null, undecided: [] })
})

it('votes on proposals before the first of the file are not its business', async () => {
  const archive = forge((_, two, file) => {
    file.proposals = [two]
  })
  expect(await verifyAlone(archive)).toEqual({ wrong: null, undecided: [] })
})

const CASES: [string, Change, string][] = [
  [
    'a vote lifted out of its message with another choice',
    (one) => {
      const vote = one.votes[0]
      if (vote) vote.support = false
      one.votesFor = 1
      one.votesAgainst = 1
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
    'an unfreeze that names another freeze',
    (one) => {
      one.freezeNumber = 4
    },
    'proposals[0].freezeNumber should be 3, but is 4.',
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
    'an unfreeze that names no flag any more',
    (one) => {
      delete one.flagNumber
    },
    'proposals[0].flagNumber should be 5, but is missing.',
  ],
  [
    'another transaction for one vote of a message',
    (_, two) => {
      const vote = two.votes[0]
      if (vote) vote.receipt = { ...vote.receipt, txId: 'b'.repeat(64) }
    },
    'message.text should be',
  ],
  [
    'another block for one vote of a message',
    (_, two) => {
      const vote = two.votes[0]
      if (vote) vote.receipt = { ...vote.receipt, at: vote.receipt.at + 1 }
    },
    'receipt.at should be',
  ],
  [
    'other signatures of the same message',
    (_, two) => {
      const [vote, other] = two.votes
      if (vote && other) vote.message = { ...vote.message, signatures: other.message.signatures }
    },
    'signature should be',
  ],
  [
    'the target with the rank of a voter',
    (one) => {
      one.proposer = one.targetAddress
      one.rank = 'voter'
    },
    'rank should be other',
  ],
  [
    'an appeal against a flag and a freeze',
    (one) => {
      one.isAppeal = true
      one.message = null
      one.proposer = one.targetAddress
    },
    'an appeal names a flag or a freeze',
  ],
]

it.each(CASES)('%s is found', async (_, change, sentence) => {
  expect((await verifyAlone(forge(change))).wrong).toContain(sentence)
})
