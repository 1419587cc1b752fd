/** Returns the sentence that stands in the place of a text that the operator withholds; `at` is in Unix seconds. */
export const formatWithheld = ({ at, reason }: { at: number; reason: string }): string =>
  `Withheld by the operator, ${new Date(at * 1000).toISOString().slice(0, 10)}: ${reason}`

/** Returns whether a text has the form of that sentence. */
export const isWithheldSentence = (text: string): boolean =>
  /^Withheld by the operator, \d{4}-\d\d-\d\d: ./.test(text)
