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
    'another choice in a message that carries a further vote',
    (file) => {
      const { message } = getEntry(file, 'vote', 1)
      Object.assign(message ?? {}, { text: message?.text.replace(/against/, 'for') })
    },
    'entries[5].message.signatures[0].signature should be a signature',
  ],
  [
    'a further vote that has no form of one',
    (file) => {
      const { message } = getEntry(file, 'vote', 1)
      Object.assign(message ?? {}, { text: message?.text.replace('Action: freeze', 'Action: pay') })
    },
    'entries[5].message.text should be',
  ],
  [
    'a further vote on a proposal of the case that has no such vote',
    (file) => {
      const { message } = getEntry(file, 'vote', 1)
      Object.assign(message ?? {}, { text: message?.text.replace('Proposal: 70', 'Proposal: 2') })
    },
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
      const endedAt = end.details.endedAt + 30 * 86_400
      Object.assign(end.details, { endedAt })
      end.at = new Date(endedAt * 1000).toISOString()
    },
    '7 days after renewedAt',
  ],
  [
    'a freeze said to be ended by a vote',
    (file) => Object.assign(getEntry(file, 'freeze_end').details, { cause: 'vote' }),
    'the time of an executed proposal to end freeze 6',
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
      Object.assign(outcome.details, { closedAt: outcome.details.closedAt - 60 })
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
    'with the outcome of appeal 2, denied',
  ],
  [
    'a denied appeal called void',
    (file) => Object.assign(getEntry(file, 'appeal_outcome').details, { outcome: 'void' }),
    'details.outcome should be "denied", but is "void"',
  ],
  [
    'a rejected vote of an appeal called void',
    (file) => {
      const end = getEntry(file, 'voting_end', 1)
      Object.assign(end.details, { result: 'expired' })
    },
    'details.result should be "rejected", but is "expired"',
  ],
  [
    'an appeal against another flag',
    (file) => Object.assign(getEntry(file, 'appeal', 1).details, { number: 9 }),
    'message.text should be',
  ],
  [
    'a flag with another number than the appeal names',
    (file) => Object.assign(getEntry(file, 'flag').details, { number: 9 }),
    'details.number should be the number of a flag before it, 9, but is 8',
  ],
  [
    'an appeal that anybody opened at once with its rank',
    (file) => Object.assign(getEntry(file, 'proposal', 1).details, { rank: 'voter' }),
    'details.rank should be "other"',
  ],
  [
    'a proposal of an appeal that names another freeze',
    (file) => {
      const proposal = getEntry(file, 'proposal', 1)
      const title = proposal.details.title.replace('freeze 6', 'freeze 7')
      Object.assign(proposal.details, { title })
    },
    'message.text should be',
  ],
  [
    'a flag lifted by an appeal against another one',
    (file) => Object.assign(getEntry(file, 'lift').details, { number: 9 }),
    'details.cause should be another cause',
  ],
  [
    'an appeal left out',
    (file) => remove(file, getEntry(file, 'appeal')),
    'details.appealId should be an appeal that the case has before, but is 2',
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
