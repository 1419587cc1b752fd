import { expect, test } from 'vitest'
import { describeIntention, type PlannedSubject } from './describe-intention.ts'

const TARGET = '0x179b6b1cb6755e31'

test.each<[PlannedSubject, string]>([
  [
    { kind: 'vote', action: 'freeze', proposalIds: [7], support: true },
    `your vote for proposal 7, to freeze ${TARGET}.`,
  ],
  [
    { kind: 'vote', action: 'unfreeze', proposalIds: [3, 4, 9], support: true },
    `your votes for proposals 3, 4 and 9, to unfreeze ${TARGET}.`,
  ],
  [
    { kind: 'vote', action: 'unfreeze', flagNumber: 4, proposalIds: [7], support: true },
    `your vote for proposal 7, to lift the flag of ${TARGET}.`,
  ],
  [
    {
      ...{ kind: 'vote', action: 'unfreeze', flagNumber: 4, freezeNumber: 3 },
      ...{ proposalIds: [7], support: true },
    },
    `your vote for proposal 7, to unfreeze ${TARGET}.`,
  ],
  [
    { kind: 'vote', action: 'recover', proposalIds: [8], support: false },
    `your vote against proposal 8, to recover what ${TARGET} holds.`,
  ],
  [{ kind: 'proposal', action: 'unfreeze' }, `your proposal to unfreeze ${TARGET}, with the hash`],
  [{ kind: 'report' }, `your report about ${TARGET}, with the hash of your reason.`],
  [{ kind: 'report withdrawal' }, `that you withdraw your report about ${TARGET}.`],
])('%j is said in words', (subject, words) => {
  expect(describeIntention(subject, TARGET)).toContain(
    `Your wallet then asks you to sign a text: ${words}`,
  )
})
