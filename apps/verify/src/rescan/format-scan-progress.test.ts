import { expect, it } from 'vitest'
import { formatScanProgress } from './format-scan-progress.ts'

it('formats the progress of the scan and the estimated time left', () => {
  const range = { fromHeight: 100, toHeight: 1_099 }
  expect(formatScanProgress(range, 349, 5_000)).toBe(
    'Scanned up to block 349 of 1099 (25 %), about 15 s left',
  )
  expect(formatScanProgress(range, 1_099, 20_000)).toContain('(100 %), about 0 s left')
})
