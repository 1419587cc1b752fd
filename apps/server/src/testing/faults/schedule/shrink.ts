/**
 * Finds a smallest part of `items` for which `fails` still holds, by delta debugging (Zeller's ddmin): no single item
 * of the result can be left out. `fails(items)` must hold.
 */
export async function shrink<T>(
  items: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let current = items
  let parts = 2
  while (current.length >= 2) {
    const smaller = await findFailingPart(splitInto(current, parts), fails)
    if (smaller !== null) {
      parts = smaller.length === 1 ? 2 : Math.max(parts - 1, 2)
      current = smaller
    } else if (parts >= current.length) break
    else parts = Math.min(parts * 2, current.length)
  }
  return (await fails([])) ? [] : current
}

/** Returns the first part, or the first complement of a part, that fails. */
async function findFailingPart<T>(
  parts: readonly (readonly T[])[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[] | null> {
  const complements = parts.map((_, left) => parts.filter((_, index) => index !== left).flat())
  for (const part of [...parts, ...complements]) {
    if (part.length > 0 && (await fails(part))) return part
  }
  return null
}

function splitInto<T>(items: readonly T[], count: number): T[][] {
  const size = Math.ceil(items.length / count)
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
