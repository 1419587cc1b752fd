import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Address } from '@app/values/address.ts'
import { RetryableError } from '@app/values/errors.ts'
import { toIsoTime } from '@app/values/time.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { readPublished } from '../../flow-access/read-published.ts'
import type { Context } from '../../runtime/context.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { type Cosigner, type Memory, type StepInputs, toNowSeconds } from '../cosigner.ts'
import type { ChainFacts } from '../exchange/verify-letter.ts'
import { readFailure } from '../exchange/write-failure.ts'
import { type ExecutableProposal, readExecutableProposal } from '../read-work.ts'
import type { Doubt } from '../status.ts'
import { checkVote } from './check-vote.ts'
import {
  type CheckedVote,
  type ExplainedJudgement,
  judgeProposal,
  type ProposalJudgement,
} from './judge-proposal.ts'
import { hasScoreWithEvidence } from './read-own-evidence.ts'

/** Blocks after which a judgement is made anew. */
const JUDGEMENT_BLOCKS = 20

/** The proposals that this signer wants executed now, and all doubts. */
interface Candidates {
  passed: number[]
  doubts: Doubt[]
}

/** Judges every proposal that can be executed and does not pause after a failure. */
export async function judgeCandidates(
  cosigner: Cosigner,
  memory: Memory,
  inputs: StepInputs,
): Promise<Candidates> {
  const candidates: Candidates = { passed: [], doubts: [] }
  forgetOthers(memory, inputs.executable)
  for (const proposalId of inputs.executable) {
    const judgement = await judgeOrRemember(cosigner, memory, { ...inputs, proposalId })
    const pause = await findPause(cosigner, inputs, proposalId)
    const texts = pause === null ? judgement.doubts : [...judgement.doubts, pause]
    candidates.doubts.push(...texts.map((text) => ({ proposalId, text })))
    if (judgement.kind === 'sign' && pause === null) candidates.passed.push(proposalId)
  }
  return candidates
}

async function judgeOrRemember(
  cosigner: Cosigner,
  { judgements }: Memory,
  inputs: StepInputs & { proposalId: number },
): Promise<ExplainedJudgement> {
  const { reader, proposalId, facts } = inputs
  const known = judgements.get(proposalId)
  const { height } = facts.tip
  if (known !== undefined && height < known.height + JUDGEMENT_BLOCKS) return known.judgement
  const proposal = await readExecutableProposal(reader, proposalId)
  const judgement: ExplainedJudgement =
    proposal === null
      ? { kind: 'refuse', doubts: [] }
      : await judgeExecutable(cosigner, proposal, facts.tip)
  if (judgement.isBehind !== true) judgements.set(proposalId, { height, judgement })
  return judgement
}

function forgetOthers({ judgements }: Memory, executable: readonly number[]): void {
  for (const id of judgements.keys()) if (!executable.includes(id)) judgements.delete(id)
}

async function findPause(
  { context }: Cosigner,
  inputs: StepInputs,
  proposalId: number,
): Promise<string | null> {
  const failure = await readFailure(context.db, proposalId)
  if (failure === null || toNowSeconds(inputs) >= failure.retryAt) return null
  const retry = toIsoTime(failure.retryAt)
  return `its execution failed ${failure.failures} times; next attempt not before ${retry}`
}

/** How long a voter may stay unchecked before that is reported: an hour of block time. */
const MAX_UNCHECKED_SECONDS = 3_600

/** Blocks by which the own index may lag behind the chain: a few steps of the indexer. */
const MAX_LAG_BLOCKS = 20

/** Judges a proposal with this signer's own scores; waits while its own index lags behind. */
async function judgeExecutable(
  cosigner: Cosigner,
  proposal: ExecutableProposal,
  tip: ChainFacts['tip'],
): Promise<ExplainedJudgement> {
  const isLate = tip.timeMs / 1000 - proposal.votingEndsAt >= MAX_UNCHECKED_SECONDS
  const indexedHeight = (await loadIndexedTip(cosigner.context))?.toHeight ?? -1
  if (tip.height - indexedHeight <= MAX_LAG_BLOCKS) return judgeVotes(cosigner, proposal, isLate)
  const lag = `not checkable for an hour: the own index is ${tip.height - indexedHeight} blocks behind`
  return { kind: 'wait', doubts: isLate ? [lag] : [], isBehind: true }
}

async function judgeVotes(
  { context, flow }: Cosigner,
  proposal: ExecutableProposal,
  isLate: boolean,
): Promise<ExplainedJudgement> {
  const { startHeight } = context.config.flow
  const readFloor = async () =>
    startHeight === 'recent' ? (await flow.getNodeVersion()).nodeRootHeight : startHeight
  try {
    const votes: CheckedVote[] = []
    for (const vote of proposal.votes) {
      const check = await checkVote(context, vote, { isAppeal: proposal.isAppeal, readFloor })
      votes.push({ ...vote, check })
    }
    const judgement = judgeProposal(votes, proposal.minVotesFor)
    const target = await findTargetDoubt(context, proposal.target)
    const doubts = [...explainJudgement(judgement, isLate), ...(target === null ? [] : [target])]
    return { kind: judgement.kind, doubts }
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    throw new RetryableError(`Proposal ${proposal.id} cannot be judged: ${error.message}`, {
      cause: error,
    })
  }
}

function explainJudgement(judgement: ProposalJudgement, isLate: boolean): string[] {
  const { disputed } = judgement
  const counted = disputed.length === 0 ? [] : [`the For of ${formatList(disputed)} is disputed`]
  switch (judgement.kind) {
    case 'sign':
      return counted
    case 'wait':
      return isLate
        ? [...counted, `not checkable for an hour: ${formatList(judgement.unchecked)}`]
        : counted
    case 'refuse':
      return [...counted, 'without disputed votes it is not approved: not signed']
  }
}

/** Addresses that are named in one sentence. */
const MAX_NAMED = 5

function formatList(addresses: readonly Address[]): string {
  const more = addresses.length - MAX_NAMED
  const named = addresses.slice(0, MAX_NAMED).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

/**
 * Returns a sentence when the published score of a proposal's target is not what this signer
 * computes, else `null`. It never changes a judgement: people decided, not the score.
 */
async function findTargetDoubt(context: Context, target: Address): Promise<string | null> {
  const { flow, config } = context
  const published = await readPublished({ flow, network: config.network }, target)
  const record = published?.record ?? null
  if (record === null) return null
  const { evidenceHash } = record
  if (await hasScoreWithEvidence(context.db, { address: target, evidenceHash })) return null
  const own = await scoreAccount(context, target, 'cosigner')
  if (own.riskLevel === record.level) return null
  return `the published score of the target ${target} is ${record.score} (${record.level}), ours is ${own.score} (${own.riskLevel})`
}
