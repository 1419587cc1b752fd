import type { Protection } from '@app/api/schemas/protection.ts'
import { restsOnBehaviour } from '@app/values/reason-code.ts'
import { formatCount } from './format.ts'

type Statement = NonNullable<Protection['accusation']>['statement']

/**
 * Compares the behaviour of an accused wallet with ordinary ones in one sentence; none where the accusation does not
 * rest on it, which earlier statements compared too. The wallets are Ethereum's: no labelled ones of Flow exist.
 */
export function describeOrdinary({
  ordinary,
  evidenceKinds,
}: Pick<Statement, 'ordinary' | 'evidenceKinds'>): string[] {
  if (ordinary === undefined || !restsOnBehaviour({ evidenceKinds })) return []
  const { wallets, asBad } = ordinary
  if (wallets === 0) return ['There are no ordinary Ethereum wallets to compare it with.']
  const found = asBad === 0 ? 'none looks' : `${formatCount(asBad)} look${asBad === 1 ? 's' : ''}`
  return [
    `Of ${formatCount(wallets)} ordinary Ethereum wallets, ${found} this bad by behaviour alone.`,
  ]
}

type OrdinaryRange = NonNullable<Statement['reasons'][number]['ordinary']>

/**
 * What ordinary wallets show, and which wallets were measured. Points of a reason belong to several numbers together, each
 * of which can be an ordinary one: that is said where the reason costs points.
 */
export function formatOrdinaryRange(
  { text, wallets, value, lowerQuartile, upperQuartile }: OrdinaryRange,
  points: number,
): string {
  const range = `${text} (middle half of ${formatCount(wallets)} Ethereum wallets)`
  const isOrdinary = value >= lowerQuartile && value <= upperQuartile
  return points < 0 && isOrdinary
    ? `${range}; ordinary by itself, unusual together with the other numbers`
    : range
}
