import { createContext, use, useSyncExternalStore } from 'react'
import { createStore, useStore } from './store.ts'

/**
 * When the web server drew the page, in Unix milliseconds: the time that its HTML tells, and the page while it takes that
 * over. Null where nothing was drawn.
 */
export const DrawnAtContext = createContext<number | null>(null)

const latestBlock = createStore<number | null>(null)

/** Records the time of a block. The latest one is the application's current time. */
export function recordBlockTime(timeMs: number): void {
  if (timeMs > (latestBlock.get() ?? 0)) latestBlock.set(timeMs)
}

/** Returns the Unix milliseconds of the latest recorded block; the browser's time before the first one. */
export function useChainNow(): number {
  return useStore(latestBlock, use(DrawnAtContext)) ?? Date.now()
}

/** Returns what `read` makes of the current time; renders again only when that changes. */
export function useDerivedFromChainTime<T extends string | boolean | null>(
  read: (nowMs: number) => T,
): T {
  const drawnAtMs = use(DrawnAtContext)
  return useSyncExternalStore(
    latestBlock.subscribe,
    () => read(latestBlock.get() ?? Date.now()),
    () => read(drawnAtMs ?? Date.now()),
  )
}
