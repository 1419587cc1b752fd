import { expect, it } from 'vitest'
import { withTimeout } from './create-reader-with-timeout.ts'

const throwLate = () => {
  throw new Error('late')
}

it('settles like its work, and leaves no timer', async () => {
  const options = { timeoutMs: 3_600_000, onTimeout: () => 0 }
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  expect(await withTimeout(Promise.resolve(1), options)).toBe(1)
  await expect(withTimeout(Promise.reject(new Error('broken')), options)).rejects.toThrow('broken')
  const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  expect(after).toBeLessThanOrEqual(before)
})

it('settles like its time-out when the work takes longer', async () => {
  const never = new Promise<number>(() => {})
  expect(await withTimeout(never, { timeoutMs: 1, onTimeout: () => 2 })).toBe(2)
  await expect(withTimeout(never, { timeoutMs: 1, onTimeout: throwLate })).rejects.toThrow('late')
})
