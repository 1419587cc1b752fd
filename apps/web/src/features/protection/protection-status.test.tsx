import { SAMPLE_REASON, SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { formatOrdinaryRange } from '../../lib/format/describe-ordinary.ts'
import type { StandingAccusation } from './describe-protection.ts'
import { describeAccusation } from './protection-status.tsx'

const ORDINARY = 'Of 3,750 ordinary Ethereum wallets'

test.each<[Partial<StandingAccusation['statement']>, string[]]>([
  [{}, [`${ORDINARY}, 4 look this bad by behaviour alone.`]],
  [
    { ordinary: { wallets: 3750, asBad: 0, pValue: 1 } },
    [`${ORDINARY}, none looks this bad by behaviour alone.`],
  ],
  [
    { ordinary: { wallets: 3750, asBad: 1, pValue: 1 } },
    [`${ORDINARY}, 1 looks this bad by behaviour alone.`],
  ],
  [
    { ordinary: { wallets: 0, asBad: 0, pValue: 1 } },
    ['There are no ordinary Ethereum wallets to compare it with.'],
  ],
  // What does not rest on behaviour compares none.
  [{ evidenceKinds: ['listed', 'keys'] }, []],
])('an accusation with %j says who made it, from which score, and %j', (change, comparison) => {
  const statement = { ...SAMPLE_STATEMENT, ...change }
  const about = { caseId: 'case', reasonCode: 'behaviour', since: '2026-03-01T12:00:00.000Z' }
  expect(describeAccusation({ ...about, statement })).toEqual([
    'Automated, by the agent: the score was 18.2 (possible range 10 to 27, version 12).',
    ...comparison,
  ])
  const [author] = describeAccusation({ ...about, statement: { ...statement, isAutomated: false } })
  expect(author).toMatch(/^Decided by people: /)
})

test('a number that is ordinary by itself says so where it costs points', () => {
  const { ordinary } = SAMPLE_REASON
  if (ordinary === undefined) throw new Error('The sample has no range.')
  const hint = '; ordinary by itself, unusual together with the other numbers'
  const range = formatOrdinaryRange(ordinary, 1)
  expect(range).toMatch(/ \(middle half of [\d,]+ Ethereum wallets\)$/)
  expect(formatOrdinaryRange(ordinary, -1)).toBe(range + hint)
  const unusual = { ...ordinary, value: ordinary.upperQuartile + 1 }
  expect(formatOrdinaryRange(unusual, -1)).toBe(range)
})
