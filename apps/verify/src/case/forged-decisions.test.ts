import { describe, expect, it } from 'vitest'
import { ANN } from '../testing/draft-sample-votes.ts'
import {
  type Forgery,
  forgeLinkedCase,
  getEntry,
  remove,
  setText,
  verifyCaseAlone,
} from '../testing/forge-case.ts'

const SIGNED: Forgery[] = [
  [
    'a vote turned around',
    (file) => Object.assign(getEntry(file, 'vote', 1).details, { support: false }),
    'entries[5].message.text should be',
  ],
  [
    'a vote of somebody else',
    (file) => Object.assign(getEntry(file, 'vote', 1), { by: ANN }),
    'entries[5].message.text should be',
  ],
  [
    'a signed text to fit a vote that was turned around',
    (file) => {
      const vote = getEntry(file, 'vote', 1)
      Object.assign(vote.details, { support: false })
      const text = vote.message?.text.replace('Choice: for', 'Choice: against')
      Object.assign(vote.message ?? {}, { text })
    },
    'entries[5].message.signatures[0].signature should be a signature',
  ],
  [
    'a vote without a message',
    (file) => Object.assign(getEntry(file, 'vote', 1), { message: null }),
    'entries[5].message should be the message that',
  ],
  [
    'another statement of the owner',
    (file) => {
      setText(getEntry(file, 'owner_statement'), 'I confess.')
      Object.assign(file.ownerStatement ?? {}, { text: 'I confess.' })
    },
    'message.text should be',
  ],
  [
    'another reason of the appeal',
    (file) => {
      setText(getEntry(file, 'appeal'), 'I did it, and I am sorry.')
      setText(getEntry(file, 'proposal', 1), 'I did it, and I am sorry.')
    },
    'message.text should be "Dharma Guard appeal',
  ],
  [
    'a vote of too light keys',
    (file) =>
      Object.assign(getEntry(file, 'vote', 1).message?.signatures[0] ?? {}, { weight: 999 }),
    'of keys that weigh 1000 together',
  ],
  [
    'a message that was valid too long',
    (file) => Object.assign(getEntry(file, 'vote', 1).message ?? {}, { validUntil: 1_999_999_980 }),
    'entries[5].message.text should be',
  ],
  [
    'an appeal by somebody else',
    (file) => Object.assign(getEntry(file, 'appeal'), { by: ANN }),
    'by should be "0x',
  ],
  [
    'a clearance signed by nobody',
    (file) => Object.assign(getEntry(file, 'clearance').message ?? {}, { signatures: [] }),
    'of a key, but is of keys that weigh 0',
  ],
  [
    'a message for what nobody signs',
    (file) => Object.assign(getEntry(file, 'freeze'), { message: getEntry(file, 'vote').message }),
    'message should be null for a freeze',
  ],
]

const DECIDED: Forgery[] = [
  [
    'a vote left out',
    (file) => remove(file, getEntry(file, 'vote', 1)),
    'details.votesFor should be 2, but is 3',
  ],
  [
    'a vote left out with its sum',
    (file) => {
      remove(file, getEntry(file, 'vote', 1))
      Object.assign(getEntry(file, 'voting_end').details, { votesFor: 2 })
    },
    'details.result should be "expired", but is "approved"',
  ],
  [
    'an earlier vote of a voter counted',
    (file) => Object.assign(getEntry(file, 'voting_end').details, { votesAgainst: 1 }),
    'details.votesAgainst should be 0, but is 1',
  ],
  [
    'a vote given twice',
    (file) => file.entries.splice(5, 0, structuredClone(getEntry(file, 'vote', 1))),
    'should be another vote, but is given twice',
  ],
  [
    'a vote after the end',
    (file) => {
      const vote = getEntry(file, 'vote', 3)
      remove(file, vote)
      file.entries.splice(file.entries.indexOf(getEntry(file, 'voting_end')) + 1, 0, vote)
      Object.assign(vote, { at: getEntry(file, 'voting_end').at })
    },
    'the end of voting, but is after it',
  ],
  [
    'no end of a vote',
    (file) => remove(file, getEntry(file, 'voting_end'), getEntry(file, 'execution')),
    'with the end of voting on proposal 1',
  ],
  [
    'an execution without approval',
    (file) => {
      Object.assign(getEntry(file, 'voting_end').details, { votesFor: 1, result: 'expired' })
      remove(file, getEntry(file, 'vote', 1), getEntry(file, 'vote', 2))
    },
    'votesAgainst should be 1',
  ],
  [
    'an execution of another action',
    (file) => Object.assign(getEntry(file, 'execution').details, { action: 'recover' }),
    'details.action should be "freeze"',
  ],
  [
    'a freeze without its execution',
    (file) => remove(file, getEntry(file, 'execution')),
    'details.proposalId should be an executed proposal to freeze',
  ],
  [
    'a freeze that ended too late',
    (file) => {
      const end = getEntry(file, 'freeze_end')
      const endedAt = Number(end.details.endedAt) + 30 * 86_400
      Object.assign(end.details, { endedAt })
      end.at = new Date(endedAt * 1000).toISOString()
    },
    '7 days after renewedAt',
  ],
  [
    'a freeze said to be ended by a vote',
    (file) => Object.assign(getEntry(file, 'freeze_end').details, { cause: 'vote' }),
    'the time of an executed proposal to unfreeze',
  ],
  [
    'an upheld appeal called denied',
    (file) => Object.assign(getEntry(file, 'appeal_outcome', 1).details, { outcome: 'denied' }),
    'details.outcome should be "upheld", but is "denied"',
  ],
  [
    'an outcome that came later',
    (file) => {
      const outcome = getEntry(file, 'appeal_outcome', 0)
      Object.assign(outcome.details, { closedAt: Number(outcome.details.closedAt) - 60 })
    },
    'details.closedAt should be',
  ],
  [
    'a longer clock',
    (file) => Object.assign(getEntry(file, 'appeal').details, { deadline: 1_999_999_999 }),
    'details.deadline should be',
  ],
  [
    'an outcome left out',
    (file) => remove(file, getEntry(file, 'appeal_outcome')),
    'with the outcome of appeal 1, denied',
  ],
  [
    'a second vote left out',
    (file) => remove(file, getEntry(file, 'second_proposal')),
    'details.outcome should be "undecided", but is "upheld"',
  ],
  [
    'an appeal left out',
    (file) => remove(file, getEntry(file, 'appeal')),
    'details.appealId should be an appeal that the case has before, but is 1',
  ],
  [
    'an appeal left out with its outcome',
    (file) => remove(file, getEntry(file, 'appeal'), getEntry(file, 'appeal_outcome')),
    'with the appeal that opened proposal 2',
  ],
]

describe('a forger who computes all hashes again is found with', () => {
  it.each([...SIGNED, ...DECIDED])('%s', async (_, change, sentence) => {
    expect((await verifyCaseAlone(forgeLinkedCase(change))).wrong).toContain(sentence)
  })
})
