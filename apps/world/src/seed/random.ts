export type Random = ReturnType<typeof createRandom>

/** Creates a generator of random numbers (mulberry32): the same seed gives the same sequence. */
export function createRandom(seed: number) {
  const next = mulberry32(seed)
  /** Whole number from min to max, both included. */
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  /** Throws `RangeError` on an empty list. */
  const pick = <T>(items: readonly T[]): T => {
    const index = integer(0, items.length - 1)
    const item = items[index]
    if (item === undefined) throw new RangeError('Cannot pick from an empty list')
    return item
  }
  return {
    integer,
    pick,
    chance: (probability: number) => next() < probability,
    /** `count` different items, in the order of the list. */
    sample: <T>(items: readonly T[], count: number): T[] => {
      const ranked = items.map((item, index) => ({ item, index, rank: next() }))
      const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, count)
      return chosen.sort((a, b) => a.index - b.index).map(({ item }) => item)
    },
    /** An amount as decimal text with cents, from min to max. */
    amount: (min: number, max: number) => (integer(min * 100, max * 100) / 100).toFixed(2),
  }
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
