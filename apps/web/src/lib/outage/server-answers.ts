import { useSyncExternalStore } from 'react'

/** The browser's time: a server that is down sends no time of its own. */
let lastAnswerMs = Date.now()

/** Records that the server answered, whether with data or with a failure of its own. */
export function recordAnswer(): void {
  lastAnswerMs = Date.now()
}

/** Returns when the server answered last, in Unix milliseconds; the start of the application before the first answer. */
export const getLastAnswerMs = (): number => lastAnswerMs

/** A call that reads usually ends within a second; longer than this, users wonder. */
const SLOW_MS = 8_000

let slowCount = 0
const listeners = new Set<() => void>()

function addSlow(change: 1 | -1): void {
  slowCount += change
  for (const listener of listeners) listener()
}

/** Watches a call that reads: it counts as slow from some seconds on until it ends. Returns its promise. */
export async function watchSlowness<T>(call: Promise<T>): Promise<T> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    addSlow(1)
  }, SLOW_MS)
  try {
    return await call
  } finally {
    clearTimeout(timer)
    if (isSlow) addSlow(-1)
  }
}

/** Returns whether the server takes unusually long to answer right now. */
export const useIsServerSlow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => slowCount > 0,
    () => false,
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
