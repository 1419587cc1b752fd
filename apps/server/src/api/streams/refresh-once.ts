/**
 * Runs `work` for one key at a time: a call while it runs makes it run once more, not again and again.
 * Never rejects; `onError` hears of what went wrong.
 */
export function refreshOnce<Key>(
  work: (key: Key) => Promise<void>,
  onError: (error: unknown) => void,
): (key: Key) => Promise<void> {
  const running = new Map<Key, { isStale: boolean }>()

  return async (key) => {
    const other = running.get(key)
    if (other) {
      other.isStale = true
      return
    }
    const run = { isStale: true }
    running.set(key, run)
    while (run.isStale) {
      run.isStale = false
      await work(key).catch(onError)
    }
    running.delete(key)
  }
}
