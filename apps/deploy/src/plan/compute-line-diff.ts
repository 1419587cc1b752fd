export interface LineDiff {
  added: number
  removed: number
}

/** How many lines of `after` are not in `before`, and the other way round; moved lines count as neither. */
export function computeLineDiff(before: string, after: string): LineDiff {
  return { added: countMissing(after, before), removed: countMissing(before, after) }
}

function countMissing(text: string, where: string): number {
  const left = new Map<string, number>()
  for (const line of where.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  return text.split('\n').filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  }).length
}
