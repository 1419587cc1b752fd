import type { Protection } from '@app/api/schemas/governance/protection.ts'
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
  proposalIds: [id * 10, id * 10 + 1],
  ...change,
})

test('the case that stands is that of the flag, then of what can be done, then of an open appeal', () => {
  const flag = {
    caseId: 'flagged',
    reasonCode: 'listed',
    flagger: NOTHING_HELD.address,
    since: TIME,
  }
  const remedies: Protection['remedies'] = [
    { kind: 'label_keeper', until: null, text: 'Write to the keeper.' },
    { kind: 'appeal_freeze', caseId: 'frozen', proposalId: 1, until: TIME, text: 'Appeal.' },
  ]
  const appeals = [buildAppeal(3, { outcome: 'denied' }), buildAppeal(2)]
  expect(findStandingCase({ ...NOTHING_HELD, flag, remedies, appeals })).toBe('flagged')
  expect(findStandingCase({ ...NOTHING_HELD, remedies, appeals })).toBe('frozen')
  expect(findStandingCase({ ...NOTHING_HELD, appeals })).toBe('case-2')
  expect(findStandingCase(NOTHING_HELD)).toBeNull()
})

test('a proposal of an appeal, the second one too, leads to its case', () => {
  const protection = { ...NOTHING_HELD, appeals: [buildAppeal(2), buildAppeal(1)] }
  expect(findAppealCase(protection, 11)).toBe('case-1')
  expect(findAppealCase(protection, 20)).toBe('case-2')
  expect(findAppealCase(protection, 5)).toBeNull()
})
