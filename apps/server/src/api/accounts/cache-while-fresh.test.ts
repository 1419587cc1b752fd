import { expect, it } from 'vitest'
import { cacheWhileFresh } from './cache-while-fresh.ts'

/** A cache of a counter that takes `costMs` of a clock, which only the test moves. */
function createCounter({ costMs = 0, failAt = -1 } = {}) {
  const clock = { nowMs: 0 }
  const errors: unknown[] = []
  let loads = 0
  const get = cacheWhileFresh(
    async () => {
      loads += 1
      clock.nowMs += costMs
      if (loads === failAt) throw new Error('broken')
      return loads
    },
    {
      minAgeMs: 100,
      ageByCost: 50,
      onError: (error) => errors.push(error),
      now: () => clock.nowMs,
    },
  )
  return { get, clock, errors }
}

it('a value is loaded once for callers at the same time, and kept while it is fresh', async () => {
  const { get, clock } = createCounter()
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  clock.nowMs = 99
  expect(await get()).toBe(1)
})

it('an old value is returned at once, and the next one is new', async () => {
  const { get, clock } = createCounter()
  await get()
  clock.nowMs = 100
  expect(await get()).toBe(1)
  await expect.poll(get).toBe(2)
})

it('what is costly to load is kept longer', async () => {
  const { get, clock } = createCounter({ costMs: 10 })
  await get()
  clock.nowMs = 10 + 499
  await get()
  expect(await get()).toBe(1)
  clock.nowMs = 10 + 500
  await get()
  await expect.poll(get).toBe(2)
})

it('a failure is reported, and the old value stays; without one it is thrown', async () => {
  const { get, clock, errors } = createCounter({ failAt: 2 })
  await get()
  clock.nowMs = 100
  expect(await get()).toBe(1)
  await expect.poll(() => errors).toHaveLength(1)
  expect(await get()).toBe(1)
  await expect(createCounter({ failAt: 1 }).get()).rejects.toThrow('broken')
})
