import { expect, test } from 'vitest'
import { listAppealChoices } from './use-appeal-form.ts'

const until = '2026-03-13T12:00:00.000Z'

test('what can be appealed is offered with its subject; other remedies, and what has no number, are not', () => {
  const choices = listAppealChoices([
    { kind: 'appeal_freeze', caseId: 'case-1', freezeNumber: 3, until, text: 'End the freeze.' },
    { kind: 'appeal_flag', caseId: 'case-1', flagNumber: 2, until: null, text: 'Lift the flag.' },
    { kind: 'owner_statement', caseId: 'case-1', until: null, text: 'State your side.' },
    { kind: 'appeal_flag', until, text: '' },
    { kind: 'appeal_freeze', until, text: '' },
  ])
  const freeze = { against: { freezeNumber: 3 }, title: 'Against freeze 3' }
  const flag = { against: { flagNumber: 2 }, title: 'Against flag 2' }
  expect(choices).toEqual([
    { ...freeze, text: 'End the freeze.', until },
    { ...flag, text: 'Lift the flag.', until: null },
  ])
})
