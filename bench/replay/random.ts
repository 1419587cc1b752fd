/** A sequence of numbers that its seeds determine. */
export interface Random {
  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number
}

/** Creates the sequence of two seeds. Source: mulberry32. */
export function createRandom(seed: number, stream: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { below: (limit) => Math.floor(next() * limit) }
}
