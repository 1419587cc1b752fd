import { useSyncExternalStore } from 'react'

let latestBlockMs: number | null = null
const listeners = new Set<() => void>()

/** Remembers the time of a block; the latest one known is the application's present. */
export function recordBlockTime(timeMs: number): void {
  if (latestBlockMs !== null && timeMs <= latestBlockMs) return
  latestBlockMs = timeMs
  for (const listener of listeners) listener()
}

/** Unix milliseconds of the latest block the API told of; the browser's clock until it told one. */
export function useChainNow(): number {
  const blockMs = useSyncExternalStore(subscribe, () => latestBlockMs)
  return blockMs ?? Date.now()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
