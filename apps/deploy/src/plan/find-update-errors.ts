import { tryUpdate } from '@app/contracts/scripts.generated.ts'
import { isWriteInScript } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'
import type { ContractSource } from '../target/list-sources.ts'

/** Headline of Cadence's list of reasons. */
const REJECTION_HEADLINE = 'cannot deploy invalid contract'

/**
 * Returns the reasons why the chain would reject the code as an update of the deployed one; empty if it would
 * accept it. Runs the chain's own update check in a script, which changes nothing.
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
    // The code was accepted, and then not written.
    if (isWriteInScript(error.text)) return []
    const updateErrors = parseCadenceErrors(error.text)
    return updateErrors.length === 0 ? [error.message] : updateErrors
  }
}

/** Parses Cadence's reasons, each with its location, such as 'DharmaScore:12:8', and the text at the marker. */
export function parseCadenceErrors(text: string): string[] {
  return text
    .split(/^error: /m)
    .slice(1)
    .filter((errorText) => !errorText.startsWith(REJECTION_HEADLINE))
    .map((errorText) => {
      const [sentence = ''] = errorText.split('\n')
      const location = /^ *--> \w+\.(\S+)/m.exec(errorText)?.[1]
      const mark = /\^+ +(.+)$/m.exec(errorText)?.[1]
      const details = mark === undefined ? sentence : `${sentence}: ${mark}`
      return location === undefined ? details : `${details} (${location})`
    })
}
