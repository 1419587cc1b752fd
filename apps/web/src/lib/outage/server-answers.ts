import { createStore, useStore } from '../store.ts'

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

const slowCount = createStore(0)

/** Watches a call that reads: it counts as slow from some seconds on until it ends. Returns its promise. */
export async function watchSlowness<T>(call: Promise<T>): Promise<T> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    slowCount.set(slowCount.get() + 1)
  }, SLOW_MS)
  try {
    return await call
  } finally {
    clearTimeout(timer)
    if (isSlow) slowCount.set(slowCount.get() - 1)
  }
}

/** Returns whether the server takes unusually long to answer right now. */
export const useIsServerSlow = (): boolean => useStore(slowCount, 0) > 0
