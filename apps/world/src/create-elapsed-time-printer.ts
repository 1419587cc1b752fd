/** Prints each sentence with the seconds since the start. */
export function createElapsedTimePrinter(
  print: (line: string) => void,
): (sentence: string) => void {
  const startMs = performance.now()
  return (sentence) => {
    const seconds = (performance.now() - startMs) / 1000
    print(`${seconds.toFixed(1).padStart(6)} s  ${sentence}`)
  }
}
