import { describe, expect, it } from 'vitest'
import { coalesceByKey } from './coalesce-by-key.ts'

describe('coalesceByKey', () => {
  it('runs once more, and only once, for all the calls during a run', async () => {
    const gate = Promise.withResolvers<void>()
    let runs = 0
    const refresh = coalesceByKey(
      async () => {
        runs += 1
        await gate.promise
      },
      () => {},
    )
    const first = refresh('a')
    await Promise.all([refresh('a'), refresh('a'), refresh('a')])
    gate.resolve()
    await first
    expect(runs).toBe(2)
  })

  it('runs different keys at the same time', async () => {
    const gate = Promise.withResolvers<void>()
    const seen: string[] = []
    const refresh = coalesceByKey(
      async (key: string) => {
        seen.push(key)
        await gate.promise
      },
      () => {},
    )
    const both = Promise.all([refresh('a'), refresh('b')])
    expect(seen).toEqual(['a', 'b'])
    gate.resolve()
    await both
  })

  it('reports an error and works again afterwards', async () => {
    const problems: unknown[] = []
    const outcomes = [Promise.reject(new Error('broken')), Promise.resolve()]
    const refresh = coalesceByKey(
      () => outcomes.shift() ?? Promise.resolve(),
      (error) => problems.push(error),
    )
    await refresh('a')
    await refresh('a')
    expect(problems).toEqual([new Error('broken')])
    expect(outcomes).toEqual([])
  })
})
