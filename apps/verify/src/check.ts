/** A difference between an expected and an actual value. */
export interface Difference {
  /** Path in the file, such as factors.txFrequency.value. */
  path: string
  expected: string
  found: string
}

/** The result of a check: a difference, why it could not decide, or a remark; `null` when the claim is proven. */
export type Finding = Difference | { because: string } | { note: string } | null

/** A check of one claim of a file. */
export interface Check {
  /** The claim in one sentence. */
  claim: string
  find(): Promise<Finding> | Finding
}

/** What is not checked. */
export interface UncheckedClaim {
  /** Paths in the file, such as entries[2].at; `[]` stands for every place of a list, `length` for what it leaves out. */
  fields: string[]
  /** What could be otherwise there, and how it can be checked. */
  what: string
}

/** Says what is not checked in some fields. */
export const leaveUnchecked = (what: string, ...fields: string[]): UncheckedClaim => ({
  fields,
  what,
})

/** Receives what is being checked, and what came of it, as a sentence. */
export type CheckReporter = (
  kind: 'checking' | 'proven' | 'undecided' | 'note',
  sentence: string,
) => void

/** Runs the checks in order. Stops at the first difference and returns it, or returns `null`. */
export async function runChecks(
  checks: readonly Check[],
  report: CheckReporter,
): Promise<Difference | null> {
  for (const { claim, find } of checks) {
    report('checking', claim)
    const finding = await find()
    if (finding === null) report('proven', claim)
    else if ('because' in finding) report('undecided', finding.because)
    else if ('note' in finding) report('note', finding.note)
    else return finding
  }
  return null
}

/** Formats a difference as one sentence. */
export function formatDifference({ path, expected, found }: Difference): string {
  return `${path} should be ${expected}, but is ${found}.`
}

/** Stands in an expected document for a value that is not given, only bounded. */
export class Allowed {
  /** What is allowed, as in 'should be …'. */
  readonly text: string
  readonly accepts: (found: unknown) => boolean

  constructor(text: string, accepts: (found: unknown) => boolean) {
    this.text = text
    this.accepts = accepts
  }
}

/** Allows nothing: whatever the file has there is wrong. */
export const refuse = (expected: string): Allowed => new Allowed(expected, () => false)

/**
 * Returns the first difference of two JSON values, in the order of `expected`, which may contain `Allowed`; `null` when
 * they are equal.
 */
export function findFirstDifference(
  path: string,
  expected: unknown,
  found: unknown,
): Difference | null {
  if (expected instanceof Allowed) {
    if (expected.accepts(found)) return null
    return { path, expected: expected.text, found: formatValue(found) }
  }
  if (isObject(expected) && isObject(found) && Array.isArray(expected) === Array.isArray(found)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(found)])
    return findFirst([...names], (name) =>
      findFirstDifference(
        joinPath(path, name, Array.isArray(expected)),
        Reflect.get(expected, name),
        Reflect.get(found, name),
      ),
    )
  }
  if (expected === found) return null
  return { path, expected: formatValue(expected), found: formatValue(found) }
}

function joinPath(path: string, name: string, isInList: boolean): string {
  if (isInList) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const formatValue = (value: unknown): string => JSON.stringify(value) ?? 'missing'

/** Returns the first difference that `find` returns for one of the items; `null` when there is none. */
export function findFirst<T>(
  items: readonly T[],
  find: (item: T, index: number) => Difference | null,
): Difference | null {
  for (const [index, item] of items.entries()) {
    const difference = find(item, index)
    if (difference !== null) return difference
  }
  return null
}

/** Formats a count with its noun, such as '1 reason' or '2 reasons'. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
