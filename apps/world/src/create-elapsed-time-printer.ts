/** Returns a function that prints a sentence prefixed with the seconds since this call. */
export function createElapsedTimePrinter(
  print: (line: string) => void,
): (sentence: string) => void {
  const startMs = performance.now()
  return (sentence) => {
    const seconds = (performance.now() - startMs) / 1000
    print(`${seconds.toFixed(1).padStart(6)} s  ${sentence}`)
  }
}
