/** A function to minimize: writes its gradient at `x` into `gradient` and returns its value. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number

interface Point {
  x: Float64Array
  value: number
  gradient: Float64Array
}

interface Step {
  stepDelta: Float64Array
  gradientDelta: Float64Array
  curvature: number
}

/** Number of steps used to estimate the curvature. */
const MEMORY_SIZE = 12
/** Minimum decrease of a step, as a share of the linear prediction (Armijo's rule). */
const MIN_DECREASE = 1e-4
const MAX_HALVINGS = 30
/** The search ends when a step improves the value by less than this share. */
const TOLERANCE = 1e-9

/**
 * Returns the point where a function is smallest, searched from 0 with at most `iterations` steps of L-BFGS
 * (Nocedal and Wright, Numerical Optimization, algorithm 7.5). Deterministic.
 */
export function minimize(objective: Objective, size: number, iterations: number): Float64Array {
  let at = evaluate(objective, new Float64Array(size))
  const memory: Step[] = []
  for (let i = 0; i < iterations; i += 1) {
    const next = lineSearch(objective, at, computeDirection(at.gradient, memory))
    if (next === null) break
    recordStep(memory, subtract(next.x, at.x), subtract(next.gradient, at.gradient))
    const isFlat = at.value - next.value <= TOLERANCE * Math.abs(at.value)
    at = next
    if (isFlat) break
  }
  return at.x
}

function evaluate(objective: Objective, x: Float64Array): Point {
  const gradient = new Float64Array(x.length)
  return { x, value: objective(x, gradient), gradient }
}

/** Returns the next point along a direction: tries the full step first, then halves it. `null` when none is lower. */
function lineSearch(objective: Objective, from: Point, direction: Float64Array): Point | null {
  const slope = dot(from.gradient, direction)
  let length = 1
  for (let i = 0; i < MAX_HALVINGS; i += 1) {
    const x = from.x.map((value, j) => value + length * (direction[j] ?? 0))
    const next = evaluate(objective, x)
    if (next.value <= from.value + MIN_DECREASE * length * slope) return next
    length /= 2
  }
  return null
}

/** Returns minus the gradient, corrected by the curvature of the last steps. */
function computeDirection(gradient: Float64Array, memory: readonly Step[]): Float64Array {
  const direction = gradient.map((value) => -value)
  const shares: number[] = []
  for (const step of memory.toReversed()) {
    const share = dot(step.stepDelta, direction) / step.curvature
    addScaled(direction, step.gradientDelta, -share)
    shares.push(share)
  }
  const initialScale = computeInitialScale(gradient, memory.at(-1))
  for (const [i, value] of direction.entries()) direction[i] = value * initialScale
  for (const step of memory) {
    const share = dot(step.gradientDelta, direction) / step.curvature
    addScaled(direction, step.stepDelta, (shares.pop() ?? 0) - share)
  }
  return direction
}

function computeInitialScale(gradient: Float64Array, last: Step | undefined): number {
  if (last === undefined) return 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)))
  return last.curvature / dot(last.gradientDelta, last.gradientDelta)
}

function recordStep(memory: Step[], stepDelta: Float64Array, gradientDelta: Float64Array): void {
  const curvature = dot(stepDelta, gradientDelta)
  if (curvature <= 0) return
  memory.push({ stepDelta, gradientDelta, curvature })
  if (memory.length > MEMORY_SIZE) memory.shift()
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

const subtract = (a: Float64Array, b: Float64Array): Float64Array =>
  a.map((value, i) => value - (b[i] ?? 0))

function addScaled(target: Float64Array, other: Float64Array, times: number): void {
  for (let i = 0; i < target.length; i += 1) target[i] = (target[i] ?? 0) + times * (other[i] ?? 0)
}
