import { describe, expect, test } from 'vitest'
import { isChangedByRules } from './stored-score.ts'

const OLD = '1.0.0'
const NEW = '2.0.0'

describe('a level that changed by the rules', () => {
  const before = { riskLevel: 'NORMAL', version: OLD } as const
  const earlier = { version: OLD, score: 50, riskLevel: 'NORMAL', completeness: 1 } as const
  const after = { riskLevel: 'SUSPICIOUS', version: NEW, earlier } as const

  test('would be the same by the rules before', () => {
    expect(isChangedByRules(before, after)).toBe(true)
    const fell = { ...earlier, riskLevel: 'SUSPICIOUS' } as const
    expect(isChangedByRules(before, { ...after, earlier: fell })).toBe(false)
    expect(isChangedByRules(before, { ...after, earlier: null })).toBe(false)
  })

  test('is another one, by another version', () => {
    expect(isChangedByRules(before, { ...after, riskLevel: 'NORMAL' })).toBe(false)
    expect(isChangedByRules({ ...before, version: NEW }, after)).toBe(false)
  })
})
