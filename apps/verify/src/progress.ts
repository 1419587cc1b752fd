import { describePercent } from '@app/score/inputs/describe-numbers.ts'

const PRINT_INTERVAL_MS = 2_000

/** Prints the current step while it takes long. */
export interface Progress extends Disposable {
  /** Sets the current step. It is printed every two seconds, with the seconds since the start. */
  update(sentence: string): void
}

/** Creates a progress that prints with `print`. Prints nothing for steps of less than two seconds. */
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

interface BlockProgress {
  fromHeight: number
  toHeight: number
  /** The last block that is done. */
  height: number
}

/** Formats the progress through a range of blocks, with the estimated time left. `verb` is such as 'Scanned'. */
export function formatBlockProgress(
  verb: string,
  { fromHeight, toHeight, height }: BlockProgress,
  elapsedMs: number,
): string {
  const done = Math.max(0, height - fromHeight + 1) / (toHeight - fromHeight + 1)
  const place = `${verb} up to block ${height} of ${toHeight} (${describePercent(done)})`
  if (done === 0) return place
  return `${place}, about ${Math.ceil((elapsedMs / 1000) * (1 / done - 1))} s left`
}
