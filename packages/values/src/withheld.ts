/** Returns the sentence that stands in the place of a text that the operator withholds; `at` is in Unix seconds. */
export const formatWithheld = ({ at, reason }: { at: number; reason: string }): string =>
  `Withheld by the operator, ${new Date(at * 1000).toISOString().slice(0, 10)}: ${reason}`
