export interface LineDiff {
  added: number
  removed: number
}

/** Counts the lines of `after` that are not in `before`, and the reverse. Moved lines count as neither. */
export function computeLineDiff(before: string, after: string): LineDiff {
  return { added: countMissing(after, before), removed: countMissing(before, after) }
}

function countMissing(text: string, other: string): number {
  const unmatched = new Map<string, number>()
  for (const line of other.split('\n')) unmatched.set(line, (unmatched.get(line) ?? 0) + 1)
  return text.split('\n').filter((line) => {
    const count = unmatched.get(line) ?? 0
    unmatched.set(line, count - 1)
    return count <= 0
  }).length
}
