/**
 * Runs `work` for one key at a time: a call while it runs makes it run once more, not again and again.
 * Never rejects; `onError` hears of what went wrong.
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
