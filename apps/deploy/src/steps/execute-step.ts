import { systemClock } from '@app/flow/http/clock.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import type { Step } from './step.ts'
import { type SubmitOutcome, submitUntilSealed } from './submit-until-sealed.ts'

/** Maximum number of times that a lost transaction is signed and sent. */
const MAX_ATTEMPTS = 3

/** Number and interval of polls until a node shows a sealed result. */
const MAX_POLLS = 20
const POLL_INTERVAL_MS = 500

/**
 * Executes the step on the chain, unless it is already done. Prints its progress. Throws `FatalError` with the
 * chain's error when it fails.
 */
export async function executeStep(
  target: DeploymentTarget,
  step: Step,
  print: (line: string) => void,
): Promise<void> {
  await step.preflight?.()
  const startMs = performance.now()
  const formatElapsedSeconds = () => ((performance.now() - startMs) / 1000).toFixed(1)
  for (let attempts = 1; ; attempts++) {
    if (await step.isDone()) return print(`${step.label}: done already`)
    const onPending = () => print(`${step.label}: not sealed yet after ${formatElapsedSeconds()} s`)
    const outcome = await submitUntilSealed(target, step, onPending)
    if (outcome.kind === 'sealed') {
      await waitUntilVisible(step)
      return print(`${step.label}: sealed after ${formatElapsedSeconds()} s, ${outcome.txId}`)
    }
    if (!(await step.isDone())) assertRetryable(step, outcome, attempts)
  }
}

/** Waits until the node shows the result: behind a load balancer, another node may seal a little later. */
async function waitUntilVisible(step: Step): Promise<void> {
  for (let polls = 1; polls <= MAX_POLLS; polls++) {
    if (await step.isDone()) return
    await systemClock.sleep(POLL_INTERVAL_MS, undefined)
  }
  throw new FatalError(`${step.label} failed: it was sealed, but the chain does not show it`)
}

function assertRetryable(
  step: Step,
  { kind, reason }: Exclude<SubmitOutcome, { kind: 'sealed' }>,
  attempts: number,
): void {
  if (kind === 'lost' && attempts < MAX_ATTEMPTS) return
  throw new FatalError(`${step.label} failed: ${reason}`)
}
