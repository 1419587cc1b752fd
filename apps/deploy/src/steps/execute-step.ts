import { systemClock } from '@app/flow/http/clock.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import type { Step } from './step.ts'
import { type SubmitOutcome, submitUntilSealed } from './submit-until-sealed.ts'

/** A transaction that got lost is signed anew so many times. */
const MAX_ATTEMPTS = 3

/** How often, and how far apart, a node is asked to show what is sealed. */
const MAX_POLLS = 20
const POLL_INTERVAL_MS = 500

/**
 * Makes the step true on the chain, unless it is already; `print` hears how it goes. Throws `FatalError`
 * with the chain's words when the chain does not do it.
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

/** Behind a load balancer one node may know of the seal a little later than another. */
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
