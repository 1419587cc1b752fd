import { FACTOR_UNIT } from '@app/values/factor.ts'
import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'
import { RISK_LEVEL_DEFINITIONS } from '@app/values/risk-level.ts'
import type { Facts } from '../facts.ts'
import { capitalize, describeCount, describePercent } from '../inputs/describe-numbers.ts'
import { PATTERN_TRANSFERS, type WalletInputs } from '../inputs/minimum-data.ts'
import type { Judgement, Reason } from '../judgement.ts'
import type { ScoreRules } from '../version.ts'
import { listTelling } from './findings.ts'
import { isPassedOnAtOnce } from './input-group-headlines.ts'

type Judged = Pick<Judgement, 'riskLevel' | 'confidence' | 'reasons'>

/** A wallet, and everything that a verdict about it speaks of. */
export interface VerdictInput {
  facts: Facts
  inputs: WalletInputs
  judged: Judged
  isRobbed: boolean
  rules: ScoreRules
}

/** Points of the 0–100 score that make a reason strong. */
const STRONG_POINTS = 1

/** Reasons that a verdict names whatever speaks for the wallet. */
const SEVERE = /^(funding|payment)_hop_0$|^(poisoning|freezes|appeals_denied|trusted_reports)$/

/** Says in one sentence, without its full stop, what the level is and what speaks most for it. */
export function buildVerdict(wallet: VerdictInput): string {
  const { facts, judged } = wallet
  const level = formatLevel(judged)
  if (facts.listing !== null) return buildListedVerdict(wallet, level)
  const against = listTelling(judged.reasons, -1)
  const isAccused = against.some(isSevere)
  if (judged.confidence < INSUFFICIENT_DATA_BELOW && !isAccused) {
    return `Unknown: ${describeKnown(wallet)}`
  }
  return isBad(judged)
    ? `${level}: ${joinClauses(against.slice(0, 2), wallet)}${describeAppeal(wallet)}`
    : buildGoodVerdict(wallet, level, against)
}

function buildListedVerdict(wallet: VerdictInput, level: string): string {
  const [second] = listTelling(wallet.judged.reasons, -1).filter(({ code }) => code !== 'listed')
  const listed = `${level}${isBad(wallet.judged) ? ':' : ', but'} on a scam list`
  return second === undefined ? listed : `${listed}, and ${formatClause(second, wallet)}`
}

/** `reasonsAgainst`: the most telling first. */
function buildGoodVerdict(
  wallet: VerdictInput,
  level: string,
  reasonsAgainst: readonly Reason[],
): string {
  const { judged, isRobbed, inputs } = wallet
  const severe = reasonsAgainst.find(isSevere)
  if (inputs.data.transfers < PATTERN_TRANSFERS && severe === undefined) {
    return `${level} so far: only ${describeCount(inputs.data.transfers, 'transfer')}`
  }
  const [strongest, second] = listTelling(judged.reasons, 1)
  const against = severe ?? findCounterargument(reasonsAgainst, strongest)
  if (strongest === undefined) {
    return against === undefined
      ? `${level}: nothing stands out`
      : `${level}, but ${formatClause(against, wallet)}`
  }
  const start = `${level}: ${formatClause(strongest, wallet)}`
  if (against !== undefined) return `${start}, but ${formatClause(against, wallet)}`
  if (isRobbed) return `${start}; robbed by a listed account, which does not count against it`
  return second === undefined ? start : `${start}, and ${formatClause(second, wallet)}`
}

/** Finds what speaks more against a wallet of a good level than what speaks for it. */
function findCounterargument(
  against: readonly Reason[],
  strongest: Reason | undefined,
): Reason | undefined {
  return against.find(({ points }) => -points > (strongest?.points ?? 0))
}

const isBad = ({ riskLevel }: Judged) => riskLevel === 'HIGH_RISK' || riskLevel === 'SUSPICIOUS'

const isSevere = ({ code, points }: Reason) => SEVERE.test(code) && -points >= STRONG_POINTS

function describeKnown({ facts, inputs }: VerdictInput): string {
  const isMostlyUnseen =
    inputs.data.transfers >= PATTERN_TRANSFERS && facts.completeness < FACTOR_UNIT
  return isMostlyUnseen
    ? `only ${describePercent(facts.completeness / FACTOR_UNIT)} of its history is indexed`
    : describeTransfers({ inputs })
}

const describeTransfers = ({ inputs }: Pick<VerdictInput, 'inputs'>) =>
  `${describeCount(inputs.data.transfers, 'transfer')} so far`

/** An appeal that people upheld, unless they decided against the wallet in another case. */
function describeAppeal({ facts: { community }, rules }: VerdictInput): string {
  if (community === null || community.appealsUpheld === 0) return ''
  const denied = rules.countsDeniedAppeals ? community.appealsDenied : 0
  return community.freezes + denied === 0 ? '; an earlier accusation was overturned by vote' : ''
}

function joinClauses(reasons: readonly Reason[], wallet: VerdictInput): string {
  if (reasons.length === 0) return 'too little to see a pattern'
  return reasons.map((reason) => formatClause(reason, wallet)).join(', and ')
}

/** A reason as a clause about the wallet, with its number where that says more than the headline. */
function formatClause({ code, points, headline }: Reason, { inputs }: VerdictInput): string {
  const { sweptDayShare } = inputs.shown
  const isAtOnce = code === 'passes_on' && points < 0 && isPassedOnAtOnce(inputs.shown)
  if (isAtOnce && sweptDayShare !== null) {
    return `passes on ${describePercent(sweptDayShare)} of what comes in within a day`
  }
  return `${headline.charAt(0).toLowerCase()}${headline.slice(1)}`
}

/** 'High risk', as in running text. */
const formatLevel = ({ riskLevel }: Judged) =>
  capitalize(RISK_LEVEL_DEFINITIONS[riskLevel].label.toLowerCase())
