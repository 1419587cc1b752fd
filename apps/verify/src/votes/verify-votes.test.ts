import {
  type ArchivedProposal,
  type ArchivedVote,
  type VoteArchive,
  VoteArchiveSchema,
} from '@app/api/schemas/governance/vote-archive.ts'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { formatDifference } from '../checks/difference.ts'
import {
  ANN,
  buildSampleArchive,
  CREATED_AT,
  DAY,
  TARGET,
} from '../testing/build-sample-archive.ts'
import { listUncheckedClaims, verifyVotes } from './verify-votes.ts'

interface Verdict {
  wrong: string | null
  undecided: string[]
}

async function verify(archive: VoteArchive): Promise<Verdict> {
  const undecided: string[] = []
  const report = {
    checking: () => {},
    proven: () => {},
    noted: () => {},
    undecided: (because: string) => undecided.push(because),
  }
  const difference = await verifyVotes(archive, null, report)
  return { wrong: difference && formatDifference(difference), undecided }
}

type Change = (proposal: ArchivedProposal, votes: Votes, archive: VoteArchive) => void

/** The votes of the sample. */
type Votes = [ArchivedVote, ArchivedVote, ArchivedVote, ArchivedVote]

function forge(change: Change): VoteArchive {
  const archive = buildSampleArchive()
  const proposal = archive.proposals[0] as ArchivedProposal
  change(proposal, proposal.votes as Votes, archive)
  return archive
}

it('a true archive agrees', async () => {
  expect(await verify(buildSampleArchive())).toEqual({ wrong: null, undecided: [] })
})

it('an archive without proposals agrees', async () => {
  expect(await verify({ ...buildSampleArchive(), proposals: [] })).toEqual({
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
    'no signature',
    (_, [, two]) => {
      two.message.signatures = []
    },
    'of keys that weigh 0',
  ],
  [
    'one signature of two',
    (_, [, two]) => void two.message.signatures.pop(),
    'of keys that weigh 500',
  ],
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
  [
    'a problem where there is none',
    (_, [, two]) => {
      two.message.problem = 'lost'
    },
    'problem should be missing',
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
    expect((await verify(forge(change))).wrong).toContain(sentence)
  })
})

/** Sets the status of a proposal that was not executed. */
const forgeStatus = (status: ArchivedProposal['status'], more: Change = () => {}) =>
  forge((proposal, votes, archive) => {
    proposal.status = status
    proposal.execution = null
    more(proposal, votes, archive)
  })

const removeOneVote: Change = (proposal) => {
  proposal.votes.pop()
  proposal.votesFor = 2
}

describe('without an execution, a status', () => {
  it.each<[ArchivedProposal['status'], Change | undefined]>([
    ['approved', undefined],
    ['active', undefined],
    ['expired', undefined],
    ['expired', removeOneVote],
    ['active', removeOneVote],
  ])('%s is possible', async (status, more) => {
    expect((await verify(forgeStatus(status, more))).wrong).toBeNull()
  })

  it.each<[ArchivedProposal['status'], Change | undefined]>([
    ['rejected', undefined],
    ['pending', undefined],
    ['approved', removeOneVote],
    ['rejected', removeOneVote],
  ])('%s is impossible', async (status, more) => {
    expect((await verify(forgeStatus(status, more))).wrong).toContain('status should be')
  })

  it('expired of a rejected freeze is not checkable from the file', async () => {
    const archive = buildSampleArchive({ isLastFor: false })
    const proposal = archive.proposals[0] as ArchivedProposal
    const [one, two, , four] = proposal.votes as Votes
    const sums = { votesFor: 1, votesAgainst: 2, status: 'expired', execution: null }
    Object.assign(proposal, { ...sums, votes: [{ ...one, isCounted: true }, two, four] })
    const { wrong, undecided } = await verify(archive)
    expect([wrong, undecided.length]).toEqual([null, 1])
    expect(undecided[0]).toContain('Not checkable from the file: whether proposal 1 expired')
  })
})

/** An appeal of the target against the flag of a case, without votes. */
const forgeAppeal = (more: (appeal: ArchivedProposal) => void = () => {}) =>
  forge((proposal) => {
    const sums = { votes: [], votesFor: 0, votesAgainst: 0, status: 'pending', execution: null }
    const appeal = { isAppeal: true, message: null, proposer: TARGET, action: 'unfreeze' }
    Object.assign(proposal, sums, appeal, { title: `Lift the flag of ${TARGET}, case case-12` })
    more(proposal)
  })

describe('an appeal', () => {
  it('has no message of its own in the file', async () => {
    expect(await verify(forgeAppeal())).toEqual({ wrong: null, undecided: [] })
  })

  it('is opened by the target', async () => {
    const file = forgeAppeal((appeal) => {
      appeal.proposer = ANN
    })
    expect((await verify(file)).wrong).toContain('proposer should be')
  })

  it('alone names a case', async () => {
    const file = forge((proposal) => {
      proposal.action = 'unfreeze'
      proposal.title = `Lift the flag of ${TARGET}, case case-12`
    })
    expect((await verify(file)).wrong).toContain('isAppeal should be true')
  })
})

describe('sequence numbers', () => {
  it('of one voter must grow', async () => {
    const file = forge((proposal, [one, two, three, four]) => {
      const [first, last] = [one.receipt, three.receipt]
      one.receipt = last
      three.receipt = first
      proposal.votes = [three, two, one, four]
    })
    expect((await verify(file)).wrong).toContain('sequence should be 3 to 1002')
  })
})

it('a message without signatures is named, with the reason of the file', async () => {
  const problem = 'The access node does not have the transaction any more.'
  const file = forge((_, [, two]) => Object.assign(two.message, { signatures: [], problem }))
  expect(await verify(file)).toEqual({
    wrong: null,
    undecided: [`proposals[0].votes[1].message has no signature: ${problem}`],
  })
})

it('lists what a file alone does not show', () => {
  const archive = forge((proposal) => {
    proposal.id = 4
  })
  const claims = listUncheckedClaims(archive, null)
  expect(claims).toContain('Proposals before number 4: the file begins with it.')
  expect(claims).toContain('Whether a vote or a proposal was left out: run it without --offline.')
})

const checker = Compile(VoteArchiveSchema)
/** Only the chain knows these; the story of the world changes them too. */
const ONLY_ON_CHAIN = /"(score|publisher|evidenceHash|keyIndex|weight|txId|height|at)":"?[^"]*$/

it('any changed character of a vote is found, except in what only the chain knows', async () => {
  const whole = JSON.stringify(buildSampleArchive())
  const from = whole.indexOf('"votes":[') + '"votes":['.length
  const position = fc.integer({ min: from, max: whole.length - 4 })
  const property = fc.asyncProperty(
    position,
    fc.integer({ min: 32, max: 126 }),
    async (at, code) => {
      fc.pre(!ONLY_ON_CHAIN.test(whole.slice(from, at)))
      const changed = parse(whole.slice(0, at) + String.fromCharCode(code) + whole.slice(at + 1))
      fc.pre(changed !== null && JSON.stringify(changed) !== whole)
      expect((await verify(changed as VoteArchive)).wrong).not.toBeNull()
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

function parse(json: string): VoteArchive | null {
  try {
    const value = JSON.parse(json)
    return checker.Check(value) ? value : null
  } catch {
    return null
  }
}
