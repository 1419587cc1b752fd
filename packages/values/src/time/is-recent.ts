/**
 * Returns whether less than `withinMs` have passed since `atMs`, both in Unix milliseconds by a wall clock. False for a
 * time in the future: the clock was set back since then, and to wait until it has caught up can take days.
 */
export function isRecent(atMs: number, nowMs: number, withinMs: number): boolean {
  return atMs <= nowMs && nowMs - atMs < withinMs
}
