import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import { mapFactors } from '@app/values/factor.ts'
import { expect, it } from 'vitest'
import { formatDifference } from '../check.ts'
import { findRecordDifference } from './publication-check.ts'

const RECORD: PublishedRecord = {
  score: 62.7,
  level: 'NORMAL',
  factors: {
    ...mapFactors(() => 5000),
    txFrequency: 7500,
    knownScamInteract: 6000,
    nftHoldings: 9999,
    onchainAge: 4321,
  },
  version: '1.0.0',
  evidenceHash: 'ab'.repeat(32),
  blockHeight: 7,
  publishedAtMs: 0,
  publisher: toTestAddress(9),
}

const formatFound = (...records: PublishedRecord[]) => {
  const difference = findRecordDifference(records)
  return difference === null ? null : formatDifference(difference)
}

it('finds no difference when the published scores follow from their factors', () => {
  expect(formatFound(RECORD, RECORD)).toBeNull()
})

it('finds a score that does not follow from its factors, with its index in the history', () => {
  expect(formatFound(RECORD, { ...RECORD, score: 62.8 })).toBe(
    'published[1].score should be 62.7, but is 62.8.',
  )
})

it('finds a level that does not follow from its score', () => {
  expect(formatFound({ ...RECORD, level: 'TRUSTED' })).toBe(
    'published[0].level should be "NORMAL", but is "TRUSTED".',
  )
})
