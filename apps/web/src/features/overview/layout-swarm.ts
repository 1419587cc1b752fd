export interface SwarmItem {
  id: string
  /** Position on the axis, in 0–100. */
  value: number
}

export interface SwarmDot {
  id: string
  x: number
  /** Distance from the middle line; negative above it. */
  y: number
}

export interface SwarmLayout {
  dots: SwarmDot[]
  radius: number
}

interface SwarmArea {
  width: number
  height: number
  /** Free space at both ends of the axis. */
  padding: number
}

const LARGEST_RADIUS = 8
const SMALLEST_RADIUS = 1.5
const RADIUS_STEP = 0.5

/** Free space between two dots, as a share of their radius. */
const GAP = 0.35

/** Returns the position of a value in 0–100 on the axis. */
export const toAxisX = (value: number, { width, padding }: SwarmArea): number =>
  padding + (value / 100) * (width - 2 * padding)

/**
 * Places a dot for each item at its value, as near to the middle line as it can without touching another: with the
 * largest radius at which all are inside of the area. The same items are placed the same way, in whatever order.
 */
export function layoutSwarm(items: readonly SwarmItem[], area: SwarmArea): SwarmLayout {
  const sorted = items.toSorted((a, b) => a.value - b.value || (a.id < b.id ? -1 : 1))
  for (let radius = LARGEST_RADIUS; radius > SMALLEST_RADIUS; radius -= RADIUS_STEP) {
    const limit = area.height / 2 - radius
    const dots = placeDots(sorted, area, { radius, limit })
    if (dots !== null) return { dots, radius }
  }
  const radius = SMALLEST_RADIUS
  const dots = placeDots(sorted, area, { radius, limit: Number.POSITIVE_INFINITY }) ?? []
  const limit = area.height / 2 - radius
  return { dots: dots.map((dot) => ({ ...dot, y: clamp(dot.y, limit) })), radius }
}

const clamp = (y: number, limit: number): number => Math.max(-limit, Math.min(limit, y))

/** Returns the places of all dots; null as soon as one is farther from the middle line than `limit`. */
function placeDots(
  sorted: readonly SwarmItem[],
  area: SwarmArea,
  { radius, limit }: { radius: number; limit: number },
): SwarmDot[] | null {
  const distance = 2 * radius * (1 + GAP)
  const placed: SwarmDot[] = []
  let firstNear = 0
  for (const { id, value } of sorted) {
    const x = toAxisX(value, area)
    while ((placed[firstNear]?.x ?? x) < x - distance) firstNear += 1
    const y = findFreeY(x, placed.slice(firstNear), distance)
    if (Math.abs(y) > limit) return null
    placed.push({ id, x, y })
  }
  return placed
}

/** Returns the free place nearest to the middle line: on it, or touching one of the dots nearby. */
function findFreeY(x: number, near: readonly SwarmDot[], distance: number): number {
  const taken = near
    .map((dot) => {
      const offset = Math.sqrt(Math.max(0, distance ** 2 - (x - dot.x) ** 2))
      return { from: dot.y - offset, to: dot.y + offset }
    })
    .toSorted((a, b) => a.from - b.from)
  let blocked = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  for (const range of taken) {
    if (range.from < blocked.to) blocked.to = Math.max(blocked.to, range.to)
    else if (isAtMiddle(blocked)) break
    else blocked = range
  }
  if (!isAtMiddle(blocked)) return 0
  return -blocked.from <= blocked.to ? blocked.from : blocked.to
}

const isAtMiddle = ({ from, to }: { from: number; to: number }): boolean => from < 0 && to > 0
