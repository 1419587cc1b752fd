/** Formats a count with its noun, such as '1 reason' or '2 reasons'. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
