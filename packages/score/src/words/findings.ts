import { FACTOR_UNIT, type Factor, mapFactors } from '@app/values/factor.ts'
import type { Facts } from '../facts.ts'
import { capitalize, formatCount, formatDuration } from '../inputs/format.ts'
import type { DataAmounts, WalletInputs } from '../inputs/minimum-data.ts'
import type { Judgement } from '../judgement.ts'
import { findMostTelling } from './list-telling.ts'

const NEUTRAL = FACTOR_UNIT / 2
const DAY = 86_400

/** A wallet, and everything that the findings about it speak of. */
interface Described {
  facts: Facts
  data: DataAmounts
  isRobbed: boolean
  /** Whether the factor is below one half. */
  isBad: boolean
  /** The strongest headline of a factor on the side to which the factor leans. */
  strongest: string | undefined
}

/** Says for each factor in a few words what was found: 'None found', 'Keeps what it receives'. */
export function listFindings(
  facts: Facts,
  { data }: WalletInputs,
  judged: Pick<Judgement, 'factors' | 'reasons'> & { isRobbed: boolean },
): Record<Factor, string> {
  const { isRobbed, factors, reasons } = judged
  return mapFactors((factor) => {
    const isBad = factors[factor].raw < NEUTRAL
    const strongest = findMostTelling(reasons, factor, isBad ? -1 : 1)?.headline
    const describe = DESCRIBE[factor] ?? describeStrongest
    return describe({ facts, data, isRobbed, isBad, strongest })
  })
}

/** Factors that say something else than their strongest reason. */
const DESCRIBE: Readonly<Partial<Record<Factor, (wallet: Described) => string>>> = {
  knownScamInteract: describeScamContact,
  nftHoldings: ({ facts }) => describeHoldings(facts),
  onchainAge: ({ data }) => {
    if (data.transfers === 0) return 'Not used yet'
    if (data.transfers === 1) return 'Used once so far'
    return data.spanDays < 2
      ? 'In use for less than two days'
      : `In use for ${formatDuration(data.spanDays)}`
  },
  communitySignals: ({ facts: { community }, strongest }) => {
    if (strongest !== undefined) return strongest
    return community !== null && community.appealsUpheld > 0
      ? 'Its appeal was upheld'
      : 'No reports or decisions'
  },
}

function describeStrongest({ data, strongest }: Described): string {
  if (data.transfers === 0) return 'No transfers yet'
  return strongest ?? 'Too few transfers to tell'
}

function describeScamContact({ facts, isRobbed, isBad, strongest }: Described): string {
  if (facts.listing !== null) return 'On a scam list'
  if (isBad && strongest !== undefined) return strongest
  if (facts.contacts === null || facts.contacts.listedCount === 0)
    return 'Not checked: no list loaded'
  return isRobbed ? 'Robbed by a listed account, not held against it' : 'None found'
}

function describeHoldings({ holdings, asOfSeconds }: Facts): string {
  if (holdings === null) return 'Not read yet'
  const foreign = holdings.filter(({ isSelfMinted }) => !isSelfMinted)
  if (foreign.length === 0)
    return holdings.length === 0 ? 'None held' : 'Only those it mints itself'
  const since = foreign.map(({ firstDepositSeconds }) => firstDepositSeconds ?? asOfSeconds)
  const days = Math.floor((asOfSeconds - Math.min(...since)) / DAY)
  const held = capitalize(formatCount(foreign.length, 'collection'))
  return days < 1 ? held : `${held}, held for ${formatDuration(days)}`
}
