import { useSyncExternalStore } from 'react'

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
  const blockMs = useSyncExternalStore(subscribe, getLatestBlockMs, getLatestBlockMs)
  return blockMs ?? Date.now()
}

/** Returns what `read` makes of the current time; renders again only when that changes. */
export function useChainTime<T extends string | boolean | null>(read: (nowMs: number) => T): T {
  const readNow = () => read(latestBlockMs ?? Date.now())
  return useSyncExternalStore(subscribe, readNow, readNow)
}

const getLatestBlockMs = () => latestBlockMs

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
