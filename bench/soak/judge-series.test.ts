import { describe, expect, it } from 'vitest'
import { judgeSeries, type Series } from './judge-series.ts'

const memory: Series = {
  key: 'memory',
  label: 'Memory',
  unit: 'MiB',
  tolerance: { absolute: 10, share: 0.05 },
}

const build = (count: number, value: (minute: number) => number) =>
  Array.from({ length: count }, (_, minutes) => ({ minutes, value: value(minutes) }))

describe('a series', () => {
  it('is flat when it goes up and down around one value, with single peaks', () => {
    const points = build(30, (minute) => 300 + (minute % 5) * 4 + (minute === 29 ? 900 : 0))
    expect(judgeSeries(points, memory)).toMatchObject({ verdict: 'flat', median: 308 })
  })

  it('is not flat when it grows beneath a saw-tooth', () => {
    const { verdict, growth } = judgeSeries(
      build(30, (minute) => 300 + minute + (minute % 5) * 4),
      memory,
    )
    expect(verdict).toBe('not flat')
    expect(growth).toBeCloseTo(29, 0)
  })

  it('is flat as a saw-tooth that is high at its end, if what remains after each collection is', () => {
    const teeth = { ...memory, isSawTooth: true }
    const tooth = (minute: number) => 100 + (minute % 9) * 20
    expect(judgeSeries(build(53, tooth), teeth)).toMatchObject({ verdict: 'flat', median: 100 })
    const leak = judgeSeries(
      build(53, (minute) => tooth(minute) + minute),
      teeth,
    )
    expect(leak).toMatchObject({ verdict: 'not flat' })
  })

  it('is flat when it grows within its tolerance, or falls', () => {
    expect(
      judgeSeries(
        build(30, (minute) => 300 + minute / 3),
        memory,
      ).verdict,
    ).toBe('flat')
    expect(
      judgeSeries(
        build(30, (minute) => 300 - 5 * minute),
        memory,
      ).verdict,
    ).toBe('flat')
  })

  it('is only shown when it grows by its nature, and judged when there is one point', () => {
    const shown = judgeSeries(
      build(9, (minute) => minute),
      { ...memory, tolerance: null },
    )
    expect(shown).toMatchObject({ verdict: 'grows by its nature', slopePerMinute: 1 })
    expect(judgeSeries([{ minutes: 1, value: 5 }], memory)).toMatchObject({ growth: 0, median: 5 })
  })
})
