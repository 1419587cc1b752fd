import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { Judgement } from './judgement.ts'
import { HONEST_WALLETS } from './testing/honest-wallets.ts'
import { buildFactsFromTransfers } from './transfers/build-facts-from-transfers.ts'

const WALLET = computeAddressAtIndex(100, 'local')
const LISTS = [
  ['a list without any of them', new Set(['stranger'])],
  ['no list', null],
] as const

/** Listed with figures in docs/reports/2026-11-23-accuracy.md. */
const FALSE_POSITIVES = [
  'a payroll that is paid out on the day on which it is funded',
  'a newcomer who pays four shops in the first week',
  'a newcomer who spends nearly all at four shops in the first week',
]

describe.each(LISTS)('by behaviour alone, with %s,', (_, list) => {
  const judgements = Object.entries(HONEST_WALLETS).map(([name, history]): [string, Judgement] => [
    name,
    judge(buildFactsFromTransfers(WALLET, history(), list)),
  ])

  test('no honest wallet is suspected except the documented limits', () => {
    const suspected = judgements
      .filter(([, { score }]) => score < SUSPECTED_BELOW)
      .map(([name]) => name)
    expect(suspected).toEqual(FALSE_POSITIVES)
  })

  test.each(judgements)('%s is not HIGH_RISK and has no flags', (_, judgement) => {
    expect(judgement.riskLevel).not.toBe('HIGH_RISK')
    expect(judgement.flags).toEqual([])
  })
})
