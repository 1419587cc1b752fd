/** What may be done at one moment. */
export interface Move<S> {
  label: string
  next: S
  violated?: readonly string[]
}

/** Actors and what must hold. A state never changes; `key` is equal where the future is equal. */
export interface World<S> {
  name: string
  start: S
  getHour(state: S): number
  key(state: S): string
  moves(state: S): Move<S>[]
  /** The state at the next moment; undefined where nothing more can happen. */
  tick(state: S): S | undefined
  check(state: S): readonly string[]
  /** The last hour. */
  end: number
}

export type Trace = readonly string[]
export interface Findings {
  /** States or walks. */
  count: number
  unit: 'states' | 'walks'
  /** The hour at which time ran out; undefined: complete. */
  cutOffAt: number | undefined
  violations: ReadonlyMap<string, Trace>
}

interface Node {
  parent: Node | undefined
  label: string
}

/**
 * Visits every state once, hour by hour, until `deadline` (milliseconds). A state that was met earlier is left out later
 * too, as its future was longer then. Nothing follows on a violation.
 */
export function search<S>(world: World<S>, deadline: number): Findings {
  const violations = new Map<string, Trace>()
  const visited = new Set<string>([world.key(world.start)])
  let layer: [S, Node][] = [[world.start, { parent: undefined, label: '' }]]
  let count = 0
  const report = (names: readonly string[], node: Node) => {
    for (const name of names) if (!violations.has(name)) violations.set(name, toTrace(node))
  }
  while (layer.length > 0) {
    const later: [S, Node][] = []
    // The layer grows while it is read: states of the same hour follow.
    for (const [state, node] of layer) {
      count += 1
      const hour = world.getHour(state)
      if (count % 512 === 0 && Date.now() > deadline)
        return { count, unit: 'states', cutOffAt: hour, violations }
      const violated = world.check(state)
      report(violated, { parent: node, label: `${hour}: violated` })
      if (violated.length > 0) continue
      for (const move of world.moves(state)) {
        const step = { parent: node, label: `${hour}: ${move.label}` }
        report(move.violated ?? [], step)
        if (!move.violated?.length) visit(world, visited, [layer, [move.next, step]])
      }
      const next = hour < world.end ? world.tick(state) : undefined
      if (next !== undefined) visit(world, visited, [later, [next, node]])
    }
    layer = later
  }
  return { count, unit: 'states', cutOffAt: undefined, violations }
}

function visit<S>(
  world: World<S>,
  visited: Set<string>,
  [queue, entry]: readonly [[S, Node][], [S, Node]],
) {
  const key = world.key(entry[0])
  if (visited.has(key)) return
  visited.add(key)
  queue.push(entry)
}

function toTrace(node: Node): Trace {
  const labels: string[] = []
  for (let at: Node | undefined = node; at !== undefined; at = at.parent)
    if (at.label !== '') labels.unshift(at.label)
  return labels
}

/** Leaves out steps, and hours between them, as long as `isViolated` stays true. */
export function shrink<T extends { hour: number }>(
  steps: readonly T[],
  isViolated: (steps: readonly T[]) => boolean,
): readonly T[] {
  let shortest = steps
  for (let i = shortest.length - 1; i >= 0; i -= 1) {
    const shorter = shortest.filter((_, j) => j !== i)
    if (isViolated(shorter)) shortest = shorter
  }
  for (const hours of [168, 24, 6, 1])
    for (let i = 0; i < shortest.length; i += 1) {
      const earlier = shortest.map((step, j) =>
        j < i ? step : { ...step, hour: step.hour - hours },
      )
      const gap = (shortest[i]?.hour ?? 0) - (shortest[i - 1]?.hour ?? 0)
      if (gap >= hours && isViolated(earlier)) {
        shortest = earlier
        i -= 1
      }
    }
  return shortest
}

/** Small integers as text, one character each. */
export const encode = (numbers: readonly number[]) =>
  String.fromCharCode(...numbers.map((n) => n + 20_000))
