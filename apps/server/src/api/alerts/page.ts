interface Page<Row> {
  page: Row[]
  /** For `meta`; empty on the last page. */
  nextCursor: { nextCursor?: string }
}

/** Splits off the page from rows that were read with one more than its limit. */
export function toPage<Row extends { id: number }>(rows: readonly Row[], limit: number): Page<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { page, nextCursor: hasMore ? { nextCursor: String(last.id) } : {} }
}
