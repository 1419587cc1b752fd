import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { formatCount, formatPoints } from '../../../lib/format/format.ts'

export type Accusation = NonNullable<Protection['accusation']>

type Statement = Accusation['statement']

/** Describes an accusation as it was made: by whom, from which score, and compared with ordinary wallets. */
export const describeAccusation = ({ statement }: Accusation): string[] => [
  describeAuthor(statement),
  describeOrdinary(statement.ordinary),
]

function describeAuthor({ isAutomated, score, range, version }: Statement): string {
  const author = isAutomated ? 'Automated, by the agent' : 'Decided by people'
  const possible = `between ${formatPoints(range.from)} and ${formatPoints(range.to)} with what is unknown`
  return `${author}: the score was ${formatPoints(score)} (${possible}, version ${version}).`
}

/** Says that the wallets are Ethereum's: no labelled ones of Flow exist. */
function describeOrdinary({ wallets, asBad }: Statement['ordinary']): string {
  if (wallets === 0) return 'There are no ordinary Ethereum wallets to compare it with.'
  const found = asBad === 0 ? 'none looks' : `${formatCount(asBad)} look${asBad === 1 ? 's' : ''}`
  return `Of ${formatCount(wallets)} ordinary Ethereum wallets, ${found} this bad by behaviour alone.`
}
