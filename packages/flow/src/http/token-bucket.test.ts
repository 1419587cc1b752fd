import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

/** Times at which calls are sent that arrive `gaps` milliseconds after one another. */
async function simulateDepartures(perSecond: number, gaps: readonly number[]): Promise<number[]> {
  let nowMs = 0
  let waitMs = 0
  const bucket = createTokenBucket(perSecond, {
    nowMs: () => nowMs,
    sleep: (ms) => {
      waitMs = ms
      return Promise.resolve()
    },
    random: () => 0,
  })
  const times: number[] = []
  for (const gap of gaps) {
    nowMs += gap
    waitMs = 0
    await bucket.take(undefined)
    times.push(nowMs + waitMs)
  }
  return times
}

describe('createTokenBucket', () => {
  test('never sends more calls in any second than the limit', async () => {
    const limits = fc.integer({ min: 2, max: 100 })
    const arrivals = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(limits, arrivals, async (perSecond, gaps) => {
        const times = await simulateDepartures(perSecond, gaps)
        for (const start of times) {
          const inSecond = times.filter((time) => time >= start && time < start + 999.999)
          expect(inSecond.length).toBeLessThanOrEqual(perSecond)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('sends calls in order and never delays a slow caller', async () => {
    const rushed = await simulateDepartures(30, Array(100).fill(0))
    expect(rushed).toEqual(rushed.toSorted((a, b) => a - b))
    expect(await simulateDepartures(30, Array(50).fill(40))).toEqual(
      Array.from({ length: 50 }, (_, i) => (i + 1) * 40),
    )
  })

  test('sends a hundred calls at once within the time of the limit', async () => {
    const times = await simulateDepartures(30, Array(100).fill(0))
    expect(times.at(-1)).toBeGreaterThan(3000)
    expect(times.at(-1)).toBeLessThan(4000)
  })

  test.each([0, -1, Number.NaN])('rejects a rate of %d', (perSecond) => {
    const clock = { nowMs: () => 0, sleep: () => Promise.resolve(), random: () => 0 }
    expect(() => createTokenBucket(perSecond, clock)).toThrow(RangeError)
  })
})
