import type { Cosigner } from '../cosigner.ts'
import { buildTopic, parseLetter } from '../mailbox/parse-letter.ts'
import type { Letter } from '../mailbox/queries.ts'
import type { Memory } from '../memory.ts'
import { readReferencedBlocks } from '../read-chain-facts.ts'
import type { Doubt } from '../status.ts'
import type { StepInputs } from '../step-inputs.ts'
import { clearOwnLetters } from './clear-own-letters.ts'
import { planExchange } from './plan-exchange.ts'
import { sendComplete } from './send-complete.ts'
import { type ChainFacts, verifyLetter } from './verify-letter.ts'

/** Proposals that passed this signer's judgement. */
interface ExchangeInputs extends StepInputs {
  passed: readonly number[]
}

export interface ExchangeOutcome {
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
  const own = letters.filter((letter) => letter.writer === writer)
  const kept = await clearOwnLetters(cosigner, inputs, own)
  const outcome: ExchangeOutcome = { doubts: findBadLetters(facts, letters), hasMoved: false }
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

/** Explains every letter of others that is not what it should be. */
function findBadLetters(facts: ChainFacts, letters: readonly Letter[]): Doubt[] {
  return letters.flatMap((letter) => {
    const parsed = parseLetter(letter)
    const verified = 'problem' in parsed ? parsed : verifyLetter(facts, parsed)
    if (!('problem' in verified)) return []
    const proposalId = 'problem' in parsed ? 0 : parsed.proposalId
    const number = proposalId || Number(/\d+/.exec(letter.topic)?.[0] ?? 1)
    const text = `a letter of ${letter.writer.slice(0, 63)} is ignored: ${verified.problem}`
    return [{ proposalId: number, text }]
  })
}
