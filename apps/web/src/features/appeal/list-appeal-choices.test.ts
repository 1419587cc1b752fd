import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { expect, test } from 'vitest'
import { listAppealChoices } from './list-appeal-choices.ts'

const until = '2026-03-13T12:00:00.000Z'

test('what can be appealed is offered with its subject, and other remedies are not', () => {
  const remedies: Protection['remedies'] = [
    { kind: 'appeal_freeze', caseId: 'case-1', proposalId: 3, until, text: 'Appeal the freeze.' },
    { kind: 'appeal_flag', caseId: 'case-1', until: null, text: 'Appeal the flag.' },
    { kind: 'second_proposal', appealId: 2, until, text: 'Ask for a second vote.' },
    { kind: 'owner_statement', caseId: 'case-1', until: null, text: 'State your side.' },
    { kind: 'label_keeper', until: null, text: 'Write to the keeper.' },
  ]
  expect(listAppealChoices(remedies)).toEqual([
    {
      against: { freezeProposalId: 3 },
      title: 'Against the freeze by proposal #3',
      text: 'Appeal the freeze.',
      until,
    },
    {
      against: { caseId: 'case-1' },
      title: 'Against the flag, case case-1',
      text: 'Appeal the flag.',
      until: null,
    },
    {
      against: { secondProposalOf: 2 },
      title: 'A second vote on appeal #2',
      text: 'Ask for a second vote.',
      until,
    },
  ])
})

test('a remedy that does not name its subject cannot be chosen', () => {
  const kinds = ['appeal_flag', 'appeal_freeze', 'second_proposal'] as const
  expect(listAppealChoices(kinds.map((kind) => ({ kind, until, text: '' })))).toEqual([])
})
