import { toAccountIndex } from '@app/values/account-index.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Difference, findFirstDifference } from '../difference.ts'
import type { Evidence } from '../evidence.ts'

/**
 * Whether the inputs are about the address of the file, which is of its network: Flow's linear code
 * gives the number of an account from its address alone.
 */
export function findAddressDifference({ file, address, facts }: Evidence): Difference | null {
  const creationIndex = toAccountIndex(address, file.network)
  if (creationIndex === null) {
    return { path: 'address', expected: `an address of ${file.network}`, found: address }
  }
  return (
    findFirstDifference('inputs.chain.address', address, facts.address) ??
    findFirstDifference(
      'inputs.chain.age.creationIndex',
      creationIndex,
      facts.age?.creationIndex,
    ) ??
    findFirstDifference(
      'coverage.completeness',
      facts.completeness / FACTOR_UNIT,
      file.coverage.completeness,
    )
  )
}
