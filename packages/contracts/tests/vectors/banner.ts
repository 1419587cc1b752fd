/** First line of every generated Cadence file. */
export const VECTORS_BANNER =
  '// Made by packages/contracts/tests/vectors/make-vectors.ts: change that, not this.\n'
