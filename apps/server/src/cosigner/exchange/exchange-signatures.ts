import { NodeRefusedError } from '@app/flow/errors.ts'
import { postTransaction } from '@app/flow/send/send-transaction.ts'
import { computeTransactionId } from '@app/flow/send/sign-transaction.ts'
import { RESEND_AFTER_BLOCKS, type Transaction } from '@app/flow/send/transaction.ts'
import { type Cosigner, type Memory, type StepInputs, toNowSeconds } from '../cosigner.ts'
import { buildTopic } from '../mailbox/parse-letter.ts'
import type { Letter } from '../mailbox/write-letters.ts'
import { readReferencedBlocks } from '../read-chain-facts.ts'
import type { Doubt } from '../status.ts'
import { planExchange } from './plan-exchange.ts'
import { type VerifiedLetter, verifyLetter } from './verify-letter.ts'
import { recordFailure } from './write-failure.ts'

/** Proposals that passed this signer's judgement. */
interface ExchangeInputs extends StepInputs {
  passed: readonly number[]
}

interface ExchangeOutcome {
  doubts: Doubt[]
  hasMoved: boolean
}

/** Brings every passed proposal one step nearer to its execution. */
export async function exchangeSignatures(
  cosigner: Cosigner,
  memory: Memory,
  inputs: ExchangeInputs,
): Promise<ExchangeOutcome> {
  const { facts, passed, signer } = inputs
  const { writer, letters } = await cosigner.mailbox.read()
  await readReferencedBlocks(cosigner.flow, letters, {
    tip: facts.tip,
    blockIds: memory.blockIds,
  })
  const examined = letters.map((letter) => ({ letter, result: verifyLetter(facts, letter) }))
  const own = examined.filter(({ letter }) => letter.writer === writer)
  const kept = await clearOwnLetters(cosigner, inputs, own)
  const outcome: ExchangeOutcome = { doubts: examined.flatMap(explainBadLetter), hasMoved: false }
  let opened = kept.find(({ attempt }) => attempt.proposalKeyIndex === signer.keyIndex)?.attempt
    .proposalId
  for (const proposalId of orderByLastOpened(passed, memory)) {
    const canOpen = opened === undefined || opened === proposalId
    const step = await advanceProposal(cosigner, memory, {
      ...inputs,
      letters,
      proposalId,
      canOpen,
    })
    if (step.hasOpened) opened = proposalId
    if (step.problem !== null) outcome.doubts.push({ proposalId, text: step.problem })
    outcome.hasMoved ||= step.hasMoved
  }
  return outcome
}

/** Opens for the proposal first that this signer opened longest ago, so that none waits for good. */
const orderByLastOpened = (passed: readonly number[], { openedAt }: Memory): number[] =>
  passed.toSorted((a, b) => (openedAt.get(a) ?? -1) - (openedAt.get(b) ?? -1) || a - b)

interface ProposalStep {
  hasMoved: boolean
  hasOpened: boolean
  problem: string | null
}

async function advanceProposal(
  cosigner: Cosigner,
  { openedAt, sentAt }: Memory,
  inputs: ExchangeInputs & { letters: readonly Letter[]; proposalId: number; canOpen: boolean },
): Promise<ProposalStep> {
  const { facts, letters, proposalId } = inputs
  const topic = buildTopic(proposalId)
  const seen = letters.filter((letter) => letter.topic === topic)
  const draft = planExchange(facts, inputs, seen)
  const plan =
    draft.write === null
      ? draft
      : await cosigner.mailbox.exchange(topic, (current) => planExchange(facts, inputs, current))
  const hasOpened = plan.write !== null && plan.write.proposalKeyIndex === inputs.signer.keyIndex
  if (hasOpened) openedAt.set(proposalId, facts.tip.height)
  const sending = { tipHeight: facts.tip.height, sentAt }
  const problem =
    plan.complete === null ? null : await sendComplete(cosigner, plan.complete, sending)
  return { hasMoved: plan.write !== null, hasOpened, problem }
}

interface ExaminedLetter {
  letter: Letter
  result: ReturnType<typeof verifyLetter>
}

/** Explains a letter that is not what it should be. */
function explainBadLetter({ letter, result }: ExaminedLetter): Doubt[] {
  if (!('problem' in result)) return []
  const proposalId = Number(/\d+/.exec(letter.topic)?.[0] ?? 1)
  const text = `a letter of ${letter.writer.slice(0, 63)} is ignored: ${result.problem}`
  return [{ proposalId, text }]
}

/**
 * Sends a complete transaction that the node does not have. Any signer may, as often as it likes:
 * the chain executes it once. `sentAt` has the height of the last submission by transaction id.
 * Returns a sentence when the node refuses it.
 */
async function sendComplete(
  { node, flow, context }: Cosigner,
  transaction: Transaction,
  { tipHeight, sentAt }: { tipHeight: number; sentAt: Map<string, number> },
): Promise<string | null> {
  const txId = computeTransactionId(transaction)
  if (tipHeight < (sentAt.get(txId) ?? Number.NEGATIVE_INFINITY) + RESEND_AFTER_BLOCKS) return null
  const { status } = await flow.getTransactionResult(txId)
  if (status !== 'unknown') return null
  context.log.info({ txId }, 'sending the execution of a proposal')
  try {
    await postTransaction(node, transaction)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    context.log.warn({ txId, err: error }, 'the node refused the execution of a proposal')
    return `the node refused its transaction ${txId}`
  }
  sentAt.set(txId, tipHeight)
  return null
}

/**
 * Deletes the own letters that serve no more, and counts the attempts that failed on the chain.
 * Returns the live ones.
 */
async function clearOwnLetters(
  cosigner: Cosigner,
  inputs: ExchangeInputs,
  own: readonly ExaminedLetter[],
): Promise<VerifiedLetter[]> {
  const live: VerifiedLetter[] = []
  for (const { letter, result } of own) {
    if (!('problem' in result)) {
      const { state, attempt } = result
      const isLive = state === 'live' || state === 'unknown'
      if (isLive && inputs.passed.includes(attempt.proposalId)) {
        live.push(result)
        continue
      }
      if (state === 'used') await noteUsed(cosigner, inputs, result)
    }
    await cosigner.mailbox.remove(letter.topic)
  }
  return live
}

/** A used sequence number of a proposal that is still to be executed: the attempt failed. */
async function noteUsed(
  { context, flow }: Cosigner,
  inputs: StepInputs,
  { attempt, txId }: VerifiedLetter,
): Promise<void> {
  const { proposalId } = attempt
  if (!inputs.executable.includes(proposalId)) return
  await recordFailure(context.db, attempt, toNowSeconds(inputs))
  const result = txId === null ? null : await flow.getTransactionResult(txId)
  const reason = result?.error?.message
  context.log.warn({ topic: buildTopic(proposalId), txId, reason }, 'an execution failed')
}
