import { realPace } from '@app/flow/http/pace.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Site } from '../site/site.ts'
import { type Ending, seeThrough } from './see-through.ts'
import type { Step } from './step.ts'

/** A transaction that got lost is signed anew so many times. */
const TRIES = 3

/** How often, and how far apart, a node is asked to show what is sealed. */
const LOOKS = 20
const LOOK_AGAIN_MS = 500

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
    if (ending.kind === 'sealed') {
      await expectShown(step)
      return print(`${step.label}: sealed after ${secondsGone()} s, ${ending.txId}`)
    }
    if (!(await step.isDone())) expectAnotherTry(step, ending, tries)
  }
}

/** Behind a load balancer one node may know of the seal a little later than another. */
async function expectShown(step: Step): Promise<void> {
  for (let looks = 1; looks <= LOOKS; looks++) {
    if (await step.isDone()) return
    await realPace.sleep(LOOK_AGAIN_MS, undefined)
  }
  throw new FatalError(`${step.label} failed: it was sealed, but the chain does not show it`)
}

function expectAnotherTry(
  step: Step,
  { kind, why }: Exclude<Ending, { kind: 'sealed' }>,
  tries: number,
): void {
  if (kind === 'lost' && tries < TRIES) return
  throw new FatalError(`${step.label} failed: ${why}`)
}
