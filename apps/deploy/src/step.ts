import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { systemClock } from '@app/flow/http/clock.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { SealTimeoutError, sendTransaction, waitForSeal } from '@app/flow/send/send-transaction.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DeploymentTarget } from './target.ts'

/** One change of the chain. It is idempotent: it takes effect at most once. */
export interface DeployStep {
  /** What it does, such as 'Add DharmaScore'. */
  label: string
  /** Throws `FatalError` when the chain would reject it. Called just before it is sent. */
  prepare(): CadenceCall | Promise<CadenceCall>
  /** Signers of each authorizing account, in the order of `prepare` of the transaction. */
  authorizers: readonly Signer[]
  isDone(): Promise<boolean>
}

/**
 * Executes the step on the chain, unless it is already done. Prints its progress. Throws `FatalError` with the
 * chain's error when it fails; another run then continues with it.
 */
export async function executeStep(
  target: DeploymentTarget,
  step: DeployStep,
  print: (line: string) => void,
): Promise<void> {
  const report = (state: string) => print(`${step.label}: ${state}`)
  if (await step.isDone()) return report('done already')
  const startMs = performance.now()
  const formatElapsed = () => `after ${((performance.now() - startMs) / 1000).toFixed(1)} s`
  const onPending = () => report(`not sealed yet ${formatElapsed()}`)
  const { txId, problem } = await send(target, step, onPending)
  if (problem === null) {
    await waitUntilVisible(step)
    return report(`sealed ${formatElapsed()}, ${txId}`)
  }
  // Another run may have used the sequence number for the same step.
  if (!(await step.isDone())) throw new FatalError(`${step.label} failed: ${problem}`)
  report('done already')
}

/** Sends the transaction of a step and waits until it is sealed. `problem` is why it had no effect. */
async function send(
  { network, node, reader, signers, contractAddresses }: DeploymentTarget,
  { prepare, authorizers }: DeployStep,
  onPending: () => void,
): Promise<{ txId?: string; problem: string | null }> {
  const call = await prepare()
  const [proposer, ...cosigners] = signers
  const cadence = resolveImports(call.cadence, network, contractAddresses)
  const request = { cadence, args: call.args, proposer, authorizers, cosigners }
  try {
    const txId = await sendTransaction({ node, reader }, request)
    const { status, error } = await waitWithProgress(reader, txId, onPending)
    if (status === 'expired') return { problem: 'it expired before it was executed' }
    return { txId, problem: error?.message ?? null }
  } catch (error) {
    if (error instanceof NodeRefusedError) return { problem: error.message }
    throw error
  }
}

/** Time between two messages while a transaction is not sealed. */
const PROGRESS_INTERVAL_MS = 5_000

async function waitWithProgress(
  reader: DeploymentTarget['reader'],
  txId: string,
  onPending: () => void,
) {
  for (;;) {
    try {
      return await waitForSeal(reader, txId, { timeoutMs: PROGRESS_INTERVAL_MS })
    } catch (error) {
      if (!(error instanceof SealTimeoutError)) throw error
      onPending()
    }
  }
}

const MAX_POLLS = 20
const POLL_INTERVAL_MS = 500

/** Waits until the node shows the result: behind a load balancer, another node may seal a little later. */
async function waitUntilVisible(step: DeployStep): Promise<void> {
  for (let polls = 1; polls <= MAX_POLLS; polls++) {
    if (await step.isDone()) return
    await systemClock.sleep(POLL_INTERVAL_MS, undefined)
  }
  throw new FatalError(`${step.label} failed: it was sealed, but the chain does not show it`)
}
