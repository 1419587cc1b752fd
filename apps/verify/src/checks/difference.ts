/** A difference between an expected and an actual value. */
export interface Difference {
  /** Path in the evidence file, such as factors.txFrequency.value. */
  path: string
  expected: string
  found: string
}

/** Formats a difference as one sentence. */
export function formatDifference({ path, expected, found }: Difference): string {
  return `${path} should be ${expected}, but is ${found}.`
}

/** Returns the first difference of two JSON values, in the order of `expected`; `null` when they are equal. */
export function findFirstDifference(
  path: string,
  expected: unknown,
  found: unknown,
): Difference | null {
  if (isObject(expected) && isObject(found) && Array.isArray(expected) === Array.isArray(found)) {
    return findFirstInside(path, expected, found)
  }
  if (expected === found) return null
  return { path, expected: formatValue(expected), found: formatValue(found) }
}

function findFirstInside(path: string, expected: object, found: object): Difference | null {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const inside = joinPath(path, name, Array.isArray(expected))
    const difference = findFirstDifference(
      inside,
      Reflect.get(expected, name),
      Reflect.get(found, name),
    )
    if (difference !== null) return difference
  }
  return null
}

function joinPath(path: string, name: string, isInList: boolean): string {
  if (isInList) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function formatValue(value: unknown): string {
  return JSON.stringify(value) ?? 'missing'
}
