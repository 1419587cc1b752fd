/** A claim could be neither proven nor refuted. */
interface Undecided {
  because: string
}

/** A remark without a claim. */
interface Remark {
  note: string
}

/** The result of a check; `null` when the claim is proven. */
export type Finding = Difference | Undecided | Remark | null

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

/** Receives the progress of the checks. */
export interface CheckReporter {
  checking(claim: string): void
  proven(claim: string): void
  undecided(because: string): void
  noted(note: string): void
}

/** Runs the checks in order. Stops at the first difference and returns it, or returns `null`. */
export async function runChecks(
  checks: readonly Check[],
  report: CheckReporter,
): Promise<Difference | null> {
  for (const { claim, find } of checks) {
    report.checking(claim)
    const finding = await find()
    if (finding === null) report.proven(claim)
    else if ('because' in finding) report.undecided(finding.because)
    else if ('note' in finding) report.noted(finding.note)
    else return finding
  }
  return null
}

/** A difference between an expected and an actual value. */
export interface Difference {
  /** Path in the file, such as factors.txFrequency.value. */
  path: string
  expected: string
  found: string
}

/** Formats a difference as one sentence. */
export function formatDifference({ path, expected, found }: Difference): string {
  return `${path} should be ${expected}, but is ${found}.`
}

/** Stands in an expected document for a value that a rule bounds, but does not give. */
export class Allowed {
  /** What is allowed, as in 'should be …'. */
  readonly text: string
  readonly accepts: (found: unknown) => boolean

  constructor(text: string, accepts: (found: unknown) => boolean) {
    this.text = text
    this.accepts = accepts
  }
}

/** Allows numbers from `from` to `to`, both included; `why` follows in the sentence. */
export const allowRange = (from: number, to: number, why = ''): Allowed =>
  new Allowed(
    `${from} to ${to}${why}`,
    (found) => typeof found === 'number' && found >= from && found <= to,
  )

export const allowOneOf = (values: readonly unknown[], why = ''): Allowed =>
  new Allowed(`${values.map(String).join(' or ')}${why}`, (found) => values.includes(found))

/** Allows nothing: whatever the file has there is wrong. */
export const refuse = (expected: string): Allowed => new Allowed(expected, () => false)

/** Allows a SHA-256, or the id of a transaction. */
export const ALLOWED_HASH = new Allowed('64 hex digits in lower case', (found) =>
  /^[0-9a-f]{64}$/.test(String(found)),
)

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

/** Formats a count with its noun, such as '1 reason' or '2 reasons'. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
