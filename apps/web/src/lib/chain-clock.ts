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
  const blockMs = useSyncExternalStore(subscribe, () => latestBlockMs)
  return blockMs ?? Date.now()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
