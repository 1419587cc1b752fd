import { groupThousands } from '../inputs/describe-numbers.ts'
import type { OrdinaryComparison } from './conformal-table.ts'

/**
 * Describes a comparison in one sentence: 'Of 3,750 ordinary Ethereum wallets, 4 look this bad by their
 * behaviour.'
 */
export function describeComparison({ wallets, asBad }: OrdinaryComparison): string {
  if (wallets === 0) return 'There are no ordinary Ethereum wallets to compare its behaviour with.'
  const noun = wallets === 1 ? 'wallet' : 'wallets'
  return `Of ${groupThousands(wallets)} ordinary Ethereum ${noun}, ${describeAsBad(asBad)} behaviour.`
}

function describeAsBad(asBad: number): string {
  if (asBad === 0) return 'none looks this bad by its'
  return asBad === 1 ? '1 looks this bad by its' : `${groupThousands(asBad)} look this bad by their`
}
