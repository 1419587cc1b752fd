import type { Cosigner } from '../cosigner.ts'
import { buildTopic, type ParsedLetter, parseLetter } from '../mailbox/parse-letter.ts'
import type { Letter } from '../mailbox/queries.ts'
import { type StepInputs, toNowSeconds } from '../step-inputs.ts'
import { recordFailure } from './record-failure.ts'
import { type VerifiedLetter, verifyLetter } from './verify-letter.ts'

/**
 * Deletes the own letters that serve no more, and counts the attempts that failed on the chain.
 * Returns the live ones.
 */
export async function clearOwnLetters(
  cosigner: Cosigner,
  inputs: StepInputs & { passed: readonly number[] },
  own: readonly Letter[],
): Promise<VerifiedLetter[]> {
  const live: VerifiedLetter[] = []
  for (const letter of own) {
    const parsed = parseLetter(letter)
    const verified = 'problem' in parsed ? null : verifyOrNull(inputs, parsed)
    if (verified !== null && isKept(inputs, verified)) {
      live.push(verified)
      continue
    }
    if (!('problem' in parsed) && verified?.state === 'used') {
      await noteUsed(cosigner, inputs, { parsed, verified })
    }
    await cosigner.mailbox.remove(letter.topic)
  }
  return live
}

function verifyOrNull({ facts }: StepInputs, parsed: ParsedLetter): VerifiedLetter | null {
  const verified = verifyLetter(facts, parsed)
  return 'problem' in verified ? null : verified
}

const isKept = (
  { passed }: { passed: readonly number[] },
  { state, attempt }: VerifiedLetter,
): boolean => (state === 'live' || state === 'unknown') && passed.includes(attempt.proposalId)

/** A used sequence number of a proposal that is still to be executed: the attempt failed. */
async function noteUsed(
  { context, flow }: Cosigner,
  inputs: StepInputs,
  { parsed, verified }: { parsed: ParsedLetter; verified: VerifiedLetter },
): Promise<void> {
  const { attempt } = verified
  if (!inputs.executable.includes(attempt.proposalId)) return
  await recordFailure(context.db, attempt, toNowSeconds(inputs))
  const result = parsed.txId === null ? null : await flow.getTransactionResult(parsed.txId)
  const details = { topic: buildTopic(attempt.proposalId), txId: parsed.txId }
  context.log.warn({ ...details, reason: result?.error?.message }, 'an execution failed')
}
