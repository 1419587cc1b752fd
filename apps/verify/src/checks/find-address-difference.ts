import { toAccountIndex } from '@app/values/account-index.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { type Difference, findFirstDifference } from './difference.ts'

/**
 * Checks that the address of the file is of its network, and that the inputs are about this address. Flow's
 * linear code gives the index of an account from its address.
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
