import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import { computeShownInputs } from '@app/score/inputs/minimum-data.ts'
import { compareWithOrdinary } from '@app/score/ordinary/compare-with-ordinary.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { buildStatement } from '@app/server/agent/decision/build-statement.ts'
import { toAddress } from '@app/values/address.ts'

type Statement = NonNullable<CaseFile['statement']>

/** What no inputs give: who accused, and what the accusation rests on beside the score. */
type Claimed = Pick<Statement, 'evidenceKinds' | 'isAutomated' | 'ordinary' | 'reasons'>

/**
 * Computes the statement of reasons from the exact inputs of a score. What ordinary wallets show is that of
 * `claimed` where the inputs are of another version. Throws `UnreadableInputError` for inputs of another format.
 */
export function computeStatement(file: EvidenceFile, claimed: Claimed): Statement {
  const { evidenceKinds: kinds, isAutomated } = claimed
  const facts = file.version === SCORE_VERSION ? parseInputs(file.inputs) : null
  const ordinary = facts === null ? claimed.ordinary : judgeBehaviour(facts).comparison
  const reasons = file.reasons.map((reason) => toShownReason(reason, facts))
  const built = { ...buildStatement({ ...file, reasons }, { kinds, ordinary }), isAutomated }
  return facts === null ? { ...built, reasons: built.reasons.map(withClaimed(claimed)) } : built
}

function toShownReason(reason: EvidenceFile['reasons'][number], facts: Facts | null) {
  const ordinary = facts && compareWithOrdinary(reason, computeShownInputs(facts))
  const evidence = reason.evidence.map(({ counterparty, ...item }) => ({
    ...item,
    ...(counterparty !== undefined && { counterparty: toAddress(counterparty) }),
  }))
  return { ...reason, ...(ordinary && { ordinary }), evidence }
}

const withClaimed =
  ({ reasons }: Claimed) =>
  <R extends { code: string }>(reason: R) => {
    const ordinary = reasons.find(({ code }) => code === reason.code)?.ordinary
    return { ...reason, ...(ordinary && { ordinary }) }
  }
