import { type Factor, mapFactors } from '@app/values/factor.ts'
import { LITTLE_DATA } from '@app/values/reason-code.ts'
import { NEUTRAL } from '../factors/factor-rules.ts'
import { FACTOR_RULES } from '../factors/factors.ts'
import type { Facts } from '../facts.ts'
import type { WalletInputs } from '../inputs/minimum-data.ts'
import type { Judgement, Reason } from '../judgement.ts'
import type { ScoreRules } from '../version.ts'

/** Says for each factor in a few words what was found: 'None found', 'Keeps what it receives'. */
export function listFindings(
  facts: Facts,
  { data }: WalletInputs,
  judged: Pick<Judgement, 'factors' | 'reasons'> & { isRobbed: boolean; rules: ScoreRules },
): Record<Factor, string> {
  const { isRobbed, rules, factors, reasons } = judged
  return mapFactors((factor) => {
    const isBad = factors[factor].raw < NEUTRAL
    const strongest = findMostTelling(reasons, factor, isBad ? -1 : 1)?.headline
    return FACTOR_RULES[factor].describeFinding({ facts, rules, data, isRobbed, isBad, strongest })
  })
}

/**
 * How much a headline tells beside its points: contact with the list more than behaviour, what happens to
 * the money more than with whom, and least what only says that something is as usual. 1 where absent.
 */
const TELLING: Readonly<Record<string, number>> = {
  listed: 2,
  funding_hop_0: 2,
  payment_hop_0: 2,
  poisoning: 2,
  passes_on: 1.5,
  receipt_sizes: 0.5,
  fan_out: 0.5,
  volume: 0.5,
  creation_rank: 0.5,
  no_listed_contact: 0.5,
}

/**
 * Lists the reasons with points of a sign that say something about the wallet, the most telling first.
 */
export function listTelling(reasons: readonly Reason[], sign: 1 | -1): Reason[] {
  return reasons
    .filter(({ code, points }) => code !== LITTLE_DATA && points * sign > 0)
    .toSorted((a, b) => rank(b) - rank(a))
}

/** Returns the first that `listTelling` would list of a factor, without listing the others. */
function findMostTelling(
  reasons: readonly Reason[],
  factor: Factor,
  sign: 1 | -1,
): Reason | undefined {
  let best: Reason | undefined
  for (const reason of reasons) {
    const isCounted =
      reason.factor === factor && reason.points * sign > 0 && reason.code !== LITTLE_DATA
    if (isCounted && (best === undefined || rank(reason) > rank(best))) best = reason
  }
  return best
}

const rank = ({ code, points }: Reason) => Math.abs(points) * (TELLING[code] ?? 1)
