import type { Protection } from '@app/api/schemas/protection.ts'
import { expect, test } from 'vitest'
import { listAppealChoices } from './use-appeal-form.ts'

const until = '2026-03-13T12:00:00.000Z'

test('what can be appealed is offered with its subject, and other remedies are not', () => {
  const remedies: Protection['remedies'] = [
    { kind: 'appeal_freeze', caseId: 'case-1', freezeNumber: 3, until, text: 'End the freeze.' },
    { kind: 'appeal_flag', caseId: 'case-1', flagNumber: 2, until: null, text: 'Lift the flag.' },
    { kind: 'owner_statement', caseId: 'case-1', until: null, text: 'State your side.' },
    { kind: 'label_keeper', until: null, text: 'Write to the keeper.' },
  ]
  expect(listAppealChoices(remedies)).toEqual([
    {
      against: { freezeNumber: 3 },
      title: 'Against freeze 3',
      text: 'End the freeze.',
      until,
    },
    {
      against: { flagNumber: 2 },
      title: 'Against flag 2',
      text: 'Lift the flag.',
      until: null,
    },
  ])
})

test('a remedy that names no number cannot be chosen', () => {
  const kinds = ['appeal_flag', 'appeal_freeze'] as const
  expect(listAppealChoices(kinds.map((kind) => ({ kind, until, text: '' })))).toEqual([])
})
