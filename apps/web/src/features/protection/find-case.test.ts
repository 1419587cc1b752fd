import type { Protection } from '@app/api/schemas/protection.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { expect, test } from 'vitest'
import { findAppealCase, findStandingCase } from './find-case.ts'

const NOTHING_HELD = buildNothingHeld()

const TIME = '2026-03-10T12:00:00.000Z'

const buildAppeal = (id: number, change: Partial<Protection['appeals'][number]> = {}) => ({
  id,
  against: 'flag' as const,
  caseId: `case-${id}`,
  outcome: 'open' as const,
  openedAt: TIME,
  deadline: TIME,
  number: id * 10,
  ...change,
})

test('the case that stands is that of the flag, then of what can be done, then of an open appeal', () => {
  const flag = {
    number: 1,
    caseId: 'flagged',
    reasonCode: 'listed',
    flagger: NOTHING_HELD.address,
    since: TIME,
  }
  const remedies: Protection['remedies'] = [
    { kind: 'label_keeper', until: null, text: 'Write to the keeper.' },
    { kind: 'appeal_freeze', caseId: 'frozen', freezeNumber: 1, until: TIME, text: 'Appeal.' },
  ]
  const appeals = [buildAppeal(3, { outcome: 'denied' }), buildAppeal(2)]
  expect(findStandingCase({ ...NOTHING_HELD, flag, remedies, appeals })).toBe('flagged')
  expect(findStandingCase({ ...NOTHING_HELD, remedies, appeals })).toBe('frozen')
  expect(findStandingCase({ ...NOTHING_HELD, appeals })).toBe('case-2')
  expect(findStandingCase(NOTHING_HELD)).toBeNull()
})

test('an appeal leads to its case by its number, not by that of what it is against', () => {
  const protection = { ...NOTHING_HELD, appeals: [buildAppeal(2), buildAppeal(1)] }
  expect(findAppealCase(protection, 1)).toBe('case-1')
  expect(findAppealCase(protection, 2)).toBe('case-2')
  expect(findAppealCase(protection, 20)).toBeNull()
})
