import { tryUpdate } from '@app/contracts/scripts.generated.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'
import type { ContractSource } from '../target/list-sources.ts'

/** What the chain says when it has accepted the code and then cannot write it, as a script cannot. */
const ACCEPTED_ERROR_CODE = '[Error Code: 1057]'

/** Cadence's headline over its reasons. */
const REJECTION_HEADLINE = 'cannot deploy invalid contract'

/**
 * Why the chain would refuse to put the code in place of the deployed one; empty when it would not. The
 * chain's own check of updates is asked, in a script, which changes nothing.
 */
export async function findUpdateErrors(
  target: DeploymentTarget,
  { name, code }: ContractSource,
): Promise<string[]> {
  try {
    await runScript(target, tryUpdate({ address: target.account.address, name, code }))
    return []
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    if (error.text.includes(ACCEPTED_ERROR_CODE)) return []
    const updateErrors = parseCadenceErrors(error.text)
    return updateErrors.length === 0 ? [error.message] : updateErrors
  }
}

/** Cadence's reasons, each with its place, such as 'DharmaScore:12:8', and what stands at the mark there. */
export function parseCadenceErrors(text: string): string[] {
  return text
    .split(/^error: /m)
    .slice(1)
    .filter((errorText) => !errorText.startsWith(REJECTION_HEADLINE))
    .map((errorText) => {
      const [sentence = ''] = errorText.split('\n')
      const place = /^ *--> \w+\.(\S+)/m.exec(errorText)?.[1]
      const mark = /\^+ +(.+)$/m.exec(errorText)?.[1]
      const details = mark === undefined ? sentence : `${sentence}: ${mark}`
      return place === undefined ? details : `${details} (${place})`
    })
}
