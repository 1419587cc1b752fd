import type { Difference } from './difference.ts'

/** A claim could be neither proven nor refuted. */
export interface Undecided {
  because: string
}

/** A remark without a claim. */
export interface Remark {
  note: string
}

/** The result of a check; `null` when the claim is proven. */
export type Finding = Difference | Undecided | Remark | null

/** A check of one claim of an evidence file. */
export interface Check {
  /** The claim in one sentence. */
  claim: string
  find(): Promise<Finding> | Finding
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
