const PRINT_INTERVAL_MS = 2_000

/** Says what takes long. */
export interface Progress extends Disposable {
  /** What is being done now; printed every two seconds, with the seconds since the start, until it is done. */
  update(sentence: string): void
}

/** A progress that prints by `print`; nothing is printed of what takes less than two seconds. */
export function createProgress(print: (line: string) => void): Progress {
  const startMs = performance.now()
  let current = ''
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startMs) / 1000)
    print(`${String(seconds).padStart(6)} s  ${current}`)
  }, PRINT_INTERVAL_MS)
  return {
    update: (sentence) => {
      current = sentence
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
