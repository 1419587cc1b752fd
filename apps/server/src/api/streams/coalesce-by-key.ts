/**
 * Runs `work` at most once at a time per key: calls during a run cause one more run after it. Never
 * rejects; errors are passed to `onError`.
 */
export function coalesceByKey<Key>(
  work: (key: Key) => Promise<void>,
  onError: (error: unknown) => void,
): (key: Key) => Promise<void> {
  const running = new Map<Key, { needsRerun: boolean }>()

  return async (key) => {
    const ongoing = running.get(key)
    if (ongoing) {
      ongoing.needsRerun = true
      return
    }
    const run = { needsRerun: true }
    running.set(key, run)
    while (run.needsRerun) {
      run.needsRerun = false
      await work(key).catch(onError)
    }
    running.delete(key)
  }
}
