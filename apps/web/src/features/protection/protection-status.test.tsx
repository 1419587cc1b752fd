import { SAMPLE_REASON, SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import type { StandingAccusation } from './describe-protection.ts'
import { describeAccusation, ReasonsThen } from './protection-status.tsx'

test('a reason that costs points by an ordinary number says so', () => {
  expect(draw(<ReasonsThen reasons={[SAMPLE_REASON]} />)).toContain('ordinary by itself')
})

const describe = (change: Partial<StandingAccusation['statement']>) =>
  describeAccusation({
    caseId: 'case',
    reasonCode: 'behaviour',
    since: '2026-03-01T12:00:00.000Z',
    statement: { ...SAMPLE_STATEMENT, ...change },
  })

test('an accusation says who made it, from which score, and how many ordinary wallets look as bad', () => {
  expect(describe({})).toEqual([
    'Automated, by the agent: the score was 18.2 (between 9.7 and 26.7 with what is unknown, version 12).',
    'Of 3,750 ordinary Ethereum wallets, 4 look this bad by behaviour alone.',
  ])
  expect(describe({ isAutomated: false })[0]).toMatch(/^Decided by people: /)
})

test.each([
  [0, 'Of 3,750 ordinary Ethereum wallets, none looks this bad by behaviour alone.'],
  [1, 'Of 3,750 ordinary Ethereum wallets, 1 looks this bad by behaviour alone.'],
])('%i ordinary wallets as bad', (asBad, text) => {
  expect(describe({ ordinary: { wallets: 3750, asBad, pValue: 1 } })[1]).toBe(text)
})

test('an accusation that does not rest on behaviour compares no behaviour, whatever its statement has', () => {
  expect(describe({ evidenceKinds: ['listed', 'keys'] })).toHaveLength(1)
  expect(describe({ evidenceKinds: ['listed', 'behaviour'] })).toHaveLength(2)
  expect(describe({ evidenceKinds: [] })).toHaveLength(2)
})

test('without ordinary wallets to compare with, it says so', () => {
  const ordinary = { wallets: 0, asBad: 0, pValue: 1 }
  expect(describe({ ordinary })[1]).toBe(
    'There are no ordinary Ethereum wallets to compare it with.',
  )
})
