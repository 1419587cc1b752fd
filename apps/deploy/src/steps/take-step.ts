import { FatalError } from '@app/values/errors.ts'
import type { Site } from '../site/site.ts'
import { seeThrough } from './see-through.ts'
import type { Step } from './step.ts'

/** A transaction that got lost is signed anew so many times. */
const TRIES = 3

/**
 * Makes the step true on the chain, unless it is already; `print` hears how it goes. Throws `FatalError`
 * with the chain's words when the chain does not do it.
 */
export async function takeStep(
  site: Site,
  step: Step,
  print: (line: string) => void,
): Promise<void> {
  await step.expectWelcome?.()
  const startMs = performance.now()
  const secondsGone = () => ((performance.now() - startMs) / 1000).toFixed(1)
  for (let tries = 1; ; tries++) {
    if (await step.isDone()) return print(`${step.label}: done already`)
    const onWait = () => print(`${step.label}: not sealed yet after ${secondsGone()} s`)
    const ending = await seeThrough(site, step, onWait)
    const isDone = await step.isDone()
    if (isDone && ending.kind === 'sealed') {
      return print(`${step.label}: sealed after ${secondsGone()} s, ${ending.txId}`)
    }
    if (!isDone) expectAnotherTry(step, ending, tries)
  }
}

function expectAnotherTry(
  step: Step,
  ending: Awaited<ReturnType<typeof seeThrough>>,
  tries: number,
): void {
  if (ending.kind === 'lost' && tries < TRIES) return
  const why =
    ending.kind === 'sealed' ? 'it was sealed, but the chain does not show it' : ending.why
  throw new FatalError(`${step.label} failed: ${why}`)
}
