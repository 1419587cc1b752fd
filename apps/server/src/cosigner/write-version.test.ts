import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import { describe, expect, it } from 'vitest'
import { decideVersion, type VersionSituation } from './write-version.ts'

const build = (version: string, decoding: number): ScoreRules => ({
  ...SCORE_RULES.current,
  version,
  decoding,
})

const RULES = { current: build('4', 3), earlier: [build('3', 2), build('2', 2), build('1', 1)] }

const READ: VersionSituation = { kept: '3', oldestDecoding: 3, isBusy: false }

const decide = (change: Partial<VersionSituation>) => decideVersion({ ...READ, ...change }, RULES)

describe('a signer', () => {
  it('judges by the present version once all is read for it, and no vote is open', () => {
    expect(decide({})).toBe('4')
    expect(decide({ oldestDecoding: null })).toBe('4')
    expect(decide({ kept: '4', isBusy: true })).toBe('4')
  })

  it('keeps to the version before while blocks are read again', () => {
    expect(decide({ oldestDecoding: 2 })).toBe('3')
    expect(decide({ kept: '1', oldestDecoding: 1 })).toBe('1')
  })

  it('keeps to the version before while a vote is open, also when all is read', () => {
    expect(decide({ isBusy: true })).toBe('3')
    expect(decide({ isBusy: true, oldestDecoding: null })).toBe('3')
  })

  it('that has never noted a version begins with the newest for which its blocks were read', () => {
    expect(decide({ kept: null })).toBe('4')
    expect(decide({ kept: null, oldestDecoding: null, isBusy: true })).toBe('4')
    expect(decide({ kept: null, oldestDecoding: 2 })).toBe('3')
    expect(decide({ kept: null, oldestDecoding: 1, isBusy: true })).toBe('1')
  })

  it('judges by the present version where that before cannot be computed any more', () => {
    expect(decide({ kept: '0', oldestDecoding: 1, isBusy: true })).toBe('4')
    expect(decide({ kept: null, oldestDecoding: 0, isBusy: true })).toBe('4')
  })
})
