import { expect, test } from 'vitest'
import { findWallTime } from './find-wall-time.ts'

test.each([
  'const startedMs = performance.now()',
  'expect(Date.now() - startedMs).toBeLessThan(2_000)',
  'const leftMs = deadlineMs - Date.now()',
  'await expect.poll(count, { timeout: 20_000 }).toBe(1)',
  'await expect\n  .poll(async () => read(), { interval: 5, timeout: 500 })\n  .toBe(1)',
  'await vi.waitUntil(isReady, { timeout: 5_000 })',
  "await page.getByText('x').waitFor({ timeout: 5_000 })",
  'vi.setConfig({ testTimeout: 30_000 })',
  'page.setDefaultTimeout(15_000)',
])('finds %j', (source) => {
  expect(findWallTime(source)).toHaveLength(1)
})

test.each([
  'await vi.waitUntil(isReady, { timeout: 120_000 })',
  'await expect.poll(count).toBe(1)\nconst reader = createReader({ timeoutMs: 100 })',
  'const addedAt = new Date(Date.now() - 600_000)',
  'const tomorrow = Date.now() + 86_400_000',
  'const before = await clock.readMs()',
  'page.setDefaultTimeout(60_000)',
  'await page.getByText(text).waitFor()\n\ntest(name, async () => {\n  await button.click({ timeout: 3_000 })',
])('finds nothing in %j', (source) => {
  expect(findWallTime(source)).toEqual([])
})
