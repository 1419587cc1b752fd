interface WeightedValue {
  value: number
  weight: number
}

/**
 * Returns ascending, rounded edges that divide an input into at most `bands` bands of about equal weight.
 * Values that many wallets share result in fewer, wider bands.
 */
export function computeEdges(values: readonly WeightedValue[], bands: number): number[] {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const edges = new Set<number>()
  let passed = 0
  let next = 1
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed < (next / bands) * total) continue
    next = Math.floor((passed / total) * bands) + 1
    if (next <= bands) edges.add(roundEdge(value))
  }
  const lowest = roundEdge(sorted[0]?.value ?? 0)
  return [...edges].filter((edge) => edge > lowest).sort((a, b) => a - b)
}

/** No edge is between these shares: they count as the whole balance, less fees and the required minimum balance. */
const ALL_FROM = 0.999
const ALL_TO = 1.01

/** Rounds to two significant digits, three from 20 to 1000; three decimals from 0.9 to 1; about 1 becomes 0.999. */
export function roundEdge(value: number): number {
  if (value > ALL_FROM - 0.0005 && value < ALL_TO) return ALL_FROM
  if (value > 0.9 && value < 1) return Number(value.toFixed(3))
  return Number(value.toPrecision(value >= 20 && value < 1000 ? 3 : 2))
}
