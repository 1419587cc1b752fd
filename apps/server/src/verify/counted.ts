/** A number of things, such as '1 reason' or '2 reasons'. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
