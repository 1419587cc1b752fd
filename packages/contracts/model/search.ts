import { HOUR } from './people.ts'

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
  /** In seconds. */
  getTime(state: S): number
  key(state: S): string
  moves(state: S): Move<S>[]
  /** The state at the next moment; undefined where nothing more can happen. */
  tick(state: S): S | undefined
  check(state: S): readonly string[]
  /** The last time. */
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

interface Limits {
  /** Unix milliseconds; none by default. */
  deadline?: number
  /** Whether the first violation ends the search. */
  isQuick?: boolean
}

/**
 * Visits every state once, hour by hour, until the deadline. A state that was met earlier is left out later too, as its
 * future was longer then. Nothing follows on a violation.
 */
export function search<S>(world: World<S>, limits: Limits): Findings {
  const run = new Search(world)
  let layer: Entry<S>[] = [[world.start, { parent: undefined, label: '' }]]
  while (layer.length > 0) {
    const later: Entry<S>[] = []
    // The layer grows while it is read: states of the same hour follow.
    for (const entry of layer) {
      if (run.isOver(limits)) return run.finish(world.getTime(entry[0]) / HOUR)
      run.expand(entry, { layer, later })
    }
    layer = later
  }
  return run.finish(undefined)
}

type Entry<S> = readonly [state: S, node: Node]

class Search<S> {
  readonly #world: World<S>
  readonly #visited = new Set<string>()
  readonly #violations = new Map<string, Trace>()
  #count = 0

  constructor(world: World<S>) {
    this.#world = world
    this.#visited.add(world.key(world.start))
  }

  isOver({ deadline = Infinity, isQuick = false }: Limits): boolean {
    if (isQuick && this.#violations.size > 0) return true
    return this.#count % 512 === 511 && Date.now() > deadline
  }

  expand([state, node]: Entry<S>, { layer, later }: { layer: Entry<S>[]; later: Entry<S>[] }) {
    this.#count += 1
    const time = this.#world.getTime(state)
    const hour = time / HOUR
    const violated = this.#world.check(state)
    this.#report(violated, { parent: node, label: `${hour}: violated` })
    if (violated.length > 0) return
    for (const move of this.#world.moves(state)) {
      const step = { parent: node, label: `${hour}: ${move.label}` }
      this.#report(move.violated ?? [], step)
      if (!move.violated?.length) this.#visit(layer, [move.next, step])
    }
    const next = time < this.#world.end ? this.#world.tick(state) : undefined
    if (next !== undefined) this.#visit(later, [next, node])
  }

  finish(cutOffAt: number | undefined): Findings {
    return { count: this.#count, unit: 'states', cutOffAt, violations: this.#violations }
  }

  #visit(queue: Entry<S>[], entry: Entry<S>) {
    const key = this.#world.key(entry[0])
    if (this.#visited.has(key)) return
    this.#visited.add(key)
    queue.push(entry)
  }

  #report(names: readonly string[], node: Node) {
    for (const name of names)
      if (!this.#violations.has(name)) this.#violations.set(name, toTrace(node))
  }
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
