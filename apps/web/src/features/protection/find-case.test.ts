import type { Protection } from '@app/api/schemas/protection.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { expect, test } from 'vitest'
import { findAppealCase, findStandingCase } from './find-case.ts'

const NOTHING_HELD = buildNothingHeld()
const until = '2026-03-10T12:00:00.000Z'

const appeal = (id: number, outcome: 'open' | 'denied' = 'open') => ({
  ...{ id, against: 'flag' as const, caseId: `case-${id}`, outcome, number: id * 10 },
  ...{ openedAt: until, deadline: until },
})
const appeals = [appeal(3, 'denied'), appeal(2), appeal(1)]

test('the case that stands is that of the flag, then of what can be done, then of an open appeal', () => {
  const flagger = NOTHING_HELD.address
  const flag = { number: 1, caseId: 'flagged', reasonCode: 'listed', flagger, since: until }
  const remedies: Protection['remedies'] = [
    { kind: 'label_keeper', until: null, text: 'Write to the keeper.' },
    { kind: 'appeal_freeze', caseId: 'frozen', freezeNumber: 1, until, text: 'Appeal.' },
  ]
  expect(findStandingCase({ ...NOTHING_HELD, flag, remedies, appeals })).toBe('flagged')
  expect(findStandingCase({ ...NOTHING_HELD, remedies, appeals })).toBe('frozen')
  expect(findStandingCase({ ...NOTHING_HELD, appeals })).toBe('case-2')
  expect(findStandingCase(NOTHING_HELD)).toBeNull()
})

test('an appeal leads to its case by its number, not by that of what it is against', () => {
  expect(findAppealCase({ ...NOTHING_HELD, appeals }, 1)).toBe('case-1')
  expect(findAppealCase({ ...NOTHING_HELD, appeals }, 20)).toBeNull()
})
