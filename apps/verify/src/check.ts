import type { Difference } from './difference.ts'

/** Why a claim could be neither proven nor refuted. */
export interface Undecided {
  because: string
}

/** What there is to say where nothing is claimed. */
export interface Remark {
  note: string
}

/** `null` when the claim holds. */
export type Finding = Difference | Undecided | Remark | null

/** One thing that an evidence file claims. */
export interface Check {
  /** What is proven when nothing is found, in one sentence. */
  claim: string
  find(): Promise<Finding> | Finding
}

/** Hears how the checks go. */
export interface CheckReporter {
  checking(claim: string): void
  proven(claim: string): void
  undecided(because: string): void
  noted(note: string): void
}

/** Runs the checks in their order up to the first difference. */
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
