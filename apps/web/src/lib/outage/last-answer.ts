/** The browser's time: a server that is down sends no time of its own. */
let lastAnswerMs = Date.now()

/** Records that the server answered, whether with data or with a failure of its own. */
export function recordAnswer(): void {
  lastAnswerMs = Date.now()
}

/** Returns when the server answered last, in Unix milliseconds; the start of the application before the first answer. */
export const getLastAnswerMs = (): number => lastAnswerMs
