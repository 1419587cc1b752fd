/** Formats a count with its noun, such as '1 reason' or '2 reasons'. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
