import { accountIndexOf } from '@app/values/account-index.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Difference, firstDifference } from '../difference.ts'
import type { Evidence } from '../evidence.ts'

/**
 * Whether the inputs are about the address of the file, which is of its network: Flow's linear code
 * gives the number of an account from its address alone.
 */
export function findSubjectDifference({ file, address, facts }: Evidence): Difference | null {
  const creationIndex = accountIndexOf(address, file.network)
  if (creationIndex === null) {
    return { path: 'address', expected: `an address of ${file.network}`, found: address }
  }
  return (
    firstDifference('inputs.chain.address', address, facts.address) ??
    firstDifference('inputs.chain.age.creationIndex', creationIndex, facts.age?.creationIndex) ??
    firstDifference(
      'coverage.completeness',
      facts.completeness / FACTOR_UNIT,
      file.coverage.completeness,
    )
  )
}
