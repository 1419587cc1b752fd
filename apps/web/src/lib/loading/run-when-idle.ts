/** Nothing waits longer than this after the page can be used. */
const LONGEST_WAIT_MS = 4_000

const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Runs tasks one by one, each when the browser has nothing more urgent to do, and the first not before it has been so for
 * a while. Returns the function that withdraws the task.
 */
export function runWhenIdle(task: () => void): () => void {
  waiting.add(task)
  if (!isScheduled) {
    isScheduled = true
    setTimeout(runNext, LONGEST_WAIT_MS)
  }
  return () => waiting.delete(task)
}

function runNext(): void {
  const [task] = waiting
  if (task === undefined) {
    isScheduled = false
    return
  }
  waiting.delete(task)
  task()
  scheduleIdle(runNext)
}

/** Safari has no idle callbacks. */
const scheduleIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS })
  else setTimeout(run, 50)
}
