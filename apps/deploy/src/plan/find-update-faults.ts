import { tryUpdate } from '@app/contracts/scripts.generated.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Source } from '../site/list-sources.ts'
import { ask, type Site } from '../site/site.ts'

/** What the chain says when it has accepted the code and then cannot write it, as a script cannot. */
const ACCEPTED = '[Error Code: 1057]'

/** Cadence's headline over its reasons. */
const HEADLINE = 'cannot deploy invalid contract'

/**
 * Why the chain would refuse to put the code in place of the deployed one; empty when it would not. The
 * chain's own check of updates is asked, in a script, which changes nothing.
 */
export async function findUpdateFaults(site: Site, { name, code }: Source): Promise<string[]> {
  try {
    await ask(site, tryUpdate({ address: site.account.address, name, code }))
    return []
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    if (error.text.includes(ACCEPTED)) return []
    const faults = readFaults(error.text)
    return faults.length === 0 ? [error.message] : faults
  }
}

/** Cadence's reasons, each with its place, such as 'DharmaScore:12:8', and what stands at the mark there. */
export function readFaults(text: string): string[] {
  return text
    .split(/^error: /m)
    .slice(1)
    .filter((fault) => !fault.startsWith(HEADLINE))
    .map((fault) => {
      const [sentence = ''] = fault.split('\n')
      const place = /^ *--> \w+\.(\S+)/m.exec(fault)?.[1]
      const mark = /\^+ +(.+)$/m.exec(fault)?.[1]
      const details = mark === undefined ? sentence : `${sentence}: ${mark}`
      return place === undefined ? details : `${details} (${place})`
    })
}
