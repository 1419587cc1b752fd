import type { Difference } from '../../checks/difference.ts'

/** Returns the first difference that `find` returns for one of the items; `null` when there is none. */
export function findFirst<T>(
  items: readonly T[],
  find: (item: T) => Difference | null,
): Difference | null {
  for (const item of items) {
    const difference = find(item)
    if (difference !== null) return difference
  }
  return null
}
