import { expect, test } from 'vitest'
import { describeIntention, type PlannedSubject } from './describe-intention.ts'

const vote = { kind: 'vote', action: 'unfreeze', proposalIds: [7], support: true } as const

test.each<[PlannedSubject, string]>([
  [{ ...vote, action: 'freeze' }, 'your vote for proposal 7, to freeze 0x07.'],
  [{ ...vote, proposalIds: [3, 4, 9] }, 'your votes for proposals 3, 4 and 9, to unfreeze 0x07.'],
  [{ ...vote, flagNumber: 4 }, 'your vote for proposal 7, to lift the flag of 0x07.'],
  [{ ...vote, flagNumber: 4, freezeNumber: 3 }, 'your vote for proposal 7, to unfreeze 0x07.'],
  [
    { ...vote, action: 'recover', support: false },
    'your vote against proposal 7, to recover what 0x07 holds.',
  ],
  [{ kind: 'proposal', action: 'unfreeze' }, 'your proposal to unfreeze 0x07, with the hash'],
  [{ kind: 'report' }, 'your report about 0x07, with the hash of your reason.'],
  [{ kind: 'report withdrawal' }, 'that you withdraw your report about 0x07.'],
])('%j is said in words', (subject, words) => {
  const text = describeIntention(subject, '0x07')
  expect(text).toContain(`Your wallet then asks you to sign a text: ${words}`)
})
