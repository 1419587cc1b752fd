import { type Cosigner, type StepInputs, toNowSeconds } from '../cosigner.ts'
import { readFailure } from '../exchange/write-failure.ts'
import type { Memory } from '../memory.ts'
import { readExecutableProposal } from '../read-work.ts'
import type { Doubt } from '../status.ts'
import { type ExplainedJudgement, judgeExecutable } from './judge-executable.ts'

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
  const retry = new Date(failure.retryAt * 1000).toISOString()
  return `its execution failed ${failure.failures} times; next attempt not before ${retry}`
}
