import { createContext, use, useSyncExternalStore } from 'react'

/**
 * When the web server drew the page, in Unix milliseconds: the time that its HTML tells, and the page while it takes that
 * over. Null where nothing was drawn.
 */
export const DrawnAtContext = createContext<number | null>(null)

let latestBlockMs: number | null = null
const listeners = new Set<() => void>()

/** Records the time of a block. The latest one is the application's current time. */
export function recordBlockTime(timeMs: number): void {
  if (latestBlockMs !== null && timeMs <= latestBlockMs) return
  latestBlockMs = timeMs
  for (const listener of listeners) listener()
}

/** Returns the Unix milliseconds of the latest recorded block; the browser's time before the first one. */
export function useChainNow(): number {
  const drawnAtMs = use(DrawnAtContext)
  const blockMs = useSyncExternalStore(subscribe, getLatestBlockMs, () => drawnAtMs)
  return blockMs ?? Date.now()
}

/** Returns what `read` makes of the current time; renders again only when that changes. */
export function useDerivedFromChainTime<T extends string | boolean | null>(
  read: (nowMs: number) => T,
): T {
  const drawnAtMs = use(DrawnAtContext)
  return useSyncExternalStore(
    subscribe,
    () => read(latestBlockMs ?? Date.now()),
    () => read(drawnAtMs ?? Date.now()),
  )
}

const getLatestBlockMs = () => latestBlockMs

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
