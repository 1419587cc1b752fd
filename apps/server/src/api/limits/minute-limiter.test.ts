import { expect, it } from 'vitest'
import { createMinuteLimiter } from './minute-limiter.ts'

/** A limiter of two a minute, and its clock, which begins shortly before a full minute. */
function createLimiter() {
  const clock = { ms: 59_999 }
  const describe = (limit: number, secondsLeft: number) => `${limit}, ${secondsLeft} left`
  const limiter = createMinuteLimiter({ perMinute: 2, describe }, () => clock.ms)
  return { clock, count: (key: string) => limiter.count(key) }
}

it('a minute begins with the first call of a key, whatever the clock shows', () => {
  const { clock, count } = createLimiter()
  count('ann')
  clock.ms += 30_000
  count('ann')
  expect(() => count('ann')).toThrow('2, 30 left')
  clock.ms += 29_999
  expect(() => count('ann')).toThrow('2, 1 left')
  clock.ms += 1
  count('ann')
  count('ann')
  expect(() => count('ann')).toThrow('2, 60 left')
})

it('each key has minutes of its own', () => {
  const { clock, count } = createLimiter()
  count('ann')
  count('ann')
  clock.ms += 40_000
  count('ben')
  clock.ms += 20_000
  count('ann')
  count('ben')
  expect(() => count('ben')).toThrow('2, 40 left')
})
