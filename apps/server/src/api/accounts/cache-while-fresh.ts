import { performance } from 'node:perf_hooks'

interface Options {
  /** How long a value is fresh, at least. */
  minAgeMs: number
  /** A value is also fresh for this many times as long as it took to load. */
  ageByCost: number
  onError: (error: unknown) => void
  now?: () => number
}

/**
 * Returns a function that returns the last loaded value, and loads a new one in the background when it is not
 * fresh any more: a caller waits for the first value only. What is costly to load is so loaded more rarely.
 * Rejects only while there is no value.
 */
export function cacheWhileFresh<T>(
  load: () => Promise<T>,
  { minAgeMs, ageByCost, onError, now = performance.now.bind(performance) }: Options,
): () => Promise<T> {
  let last: { value: T } | undefined
  let loading: Promise<T> | undefined
  let freshUntilMs = Number.NEGATIVE_INFINITY

  const refresh = async (): Promise<T> => {
    const startMs = now()
    try {
      const value = await load()
      last = { value }
      return value
    } finally {
      const endMs = now()
      freshUntilMs = endMs + Math.max(minAgeMs, (endMs - startMs) * ageByCost)
      loading = undefined
    }
  }

  return async () => {
    if (last !== undefined && now() < freshUntilMs) return last.value
    const isLoading = loading !== undefined
    loading ??= refresh()
    if (last === undefined) return await loading
    if (!isLoading) loading.catch(onError)
    return last.value
  }
}
