import { vi } from 'vitest'
import type { RestartableProcess } from './restartable-process.ts'

export interface Killing {
  /** Returns numbers in [0, 1); the same numbers choose the same points and processes. */
  random: () => number
  kills: number
  /** Progress, by what is counted; it passes `last`. */
  progress: Readonly<Record<string, () => number | Promise<number>>>
  /** Progress before which the last kill is. */
  last: number
}

/**
 * Kills processes at random points of the progress, one point after the other, and starts them again.
 * Returns a description of each kill.
 */
export async function killAtRandom(
  processes: Readonly<Record<string, RestartableProcess>>,
  { random, kills, progress, last }: Killing,
): Promise<string[]> {
  const kinds = Object.entries(progress)
  const killed: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const point = Math.floor(((kill + random()) * last) / kills)
    const kind = kinds[Math.floor(random() * kinds.length)]
    if (kind === undefined) throw new RangeError('there is no progress to count')
    const [what, count] = kind
    const hasCome = async () => (await count()) >= point
    await vi.waitUntil(hasCome, { timeout: 240_000, interval: 10 })
    const victims = chooseVictims(Object.entries(processes), random)
    await Promise.all(victims.map(([, each]) => each.killAndRestart()))
    killed.push(`${point} ${what}: ${victims.map(([name]) => name).join(' + ')}`)
  }
  return killed
}

/** Chooses at least one. */
function chooseVictims<Item>(all: readonly Item[], random: () => number): Item[] {
  const first = Math.floor(random() * all.length)
  return all.filter((_, index) => index === first || random() < 0.4)
}
