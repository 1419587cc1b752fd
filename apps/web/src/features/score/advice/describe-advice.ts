import type { RiskLevel } from '@app/values/risk-level.ts'
import type { Tone } from '../../../lib/tone.ts'

/** What the advice about a wallet depends on. */
export interface AdviceSituation {
  riskLevel: RiskLevel
  /** There is too little data to judge it. */
  isUnknown: boolean
  /** A listed account took money from it. */
  isRobbed: boolean
  /** A list, a flag, a warning or a freeze stands against it. */
  isAccused: boolean
  /** It is only a warning, which restricts nothing. */
  isOnlyWarned: boolean
  /** Whether the owner can appeal now, or has done so; else state something in a case, or only ask the keeper of a list. */
  appeal: 'possible' | 'open' | 'statement' | 'none'
}

/** What to do about a wallet: one sentence, and what belongs to it. */
export interface Advice {
  tone: Tone
  summary: string
  points: readonly string[]
}

export function describeCounterpartyAdvice(situation: AdviceSituation): Advice {
  const { riskLevel, isUnknown, isAccused, isOnlyWarned, isRobbed } = situation
  if (riskLevel === 'HIGH_RISK') return AVOID
  if (isAccused) return isOnlyWarned ? LEVEL_ADVICE.SUSPICIOUS : WAIT
  if (isUnknown) return STRANGER
  if (isRobbed && riskLevel !== 'SUSPICIOUS') return VICTIM
  return LEVEL_ADVICE[riskLevel]
}

export function describeOwnerAdvice({ isAccused, appeal }: AdviceSituation): Advice {
  if (!isAccused) return KEEP
  return { tone: 'info', summary: OWNER_SUMMARIES[appeal], points: ACCUSED_POINTS }
}

const OWNER_SUMMARIES: Readonly<Record<AdviceSituation['appeal'], string>> = {
  possible: 'Appeal: say why it is wrong. People then decide within 24 hours.',
  open: 'Your appeal is open: people decide within 24 hours of it.',
  statement: 'State your side: it stands beside the warnings.',
  none: 'Read the warnings about the wallet: who gave them, and what ends them.',
}

const AVOID: Advice = {
  tone: 'bad',
  summary: 'Do not send it anything, and sign nothing that it sends you.',
  points: [
    'If you were about to pay it: stop, and ask whoever gave you the address through another channel.',
    'If it already has your money: keep the transaction ids, and flag this wallet below, so that others are warned.',
    'If you signed something for it: move what is left in your wallet to a new account, or into a guarded vault.',
  ],
}

const WAIT: Advice = {
  tone: 'poor',
  summary: 'Do not deal with it until the warnings about it are decided.',
  points: [
    'The warnings, and who gave them, stand below this card.',
    'It may be wrong: what its owner can do about it stands there too.',
  ],
}

const STRANGER: Advice = {
  tone: 'neutral',
  summary: 'Treat it like a stranger: too little speaks for it or against it yet.',
  points: [
    'Ask the other side to confirm the address through another channel.',
    'Start with an amount that you can lose.',
    'Look again later: the score changes with what the wallet does.',
  ],
}

const VICTIM: Advice = {
  tone: 'info',
  summary: 'It was robbed: you can deal with it, once you know that its owner is asking.',
  points: [
    'Ask the owner through another channel: whoever took its money may still be able to sign for it.',
    'What was taken from it is not held against it.',
    'A score describes what the wallet did so far. It is no promise.',
  ],
}

const LEVEL_ADVICE = {
  SUSPICIOUS: {
    tone: 'poor',
    summary: 'Be careful: ask what the payment is for, and send only what you can lose.',
    points: [
      'Read the reasons below: some honest wallets, such as one that collects for a group, look like this too.',
      'Ask the other side to confirm the address through another channel.',
      'If something is wrong, flag the wallet below; a member of the community will look at it.',
    ],
  },
  NORMAL: {
    tone: 'good',
    summary: 'You can deal with it, with the usual care.',
    points: [
      'Confirm the address with the other side when you pay it for the first time.',
      'A score describes what the wallet did so far. It is no promise.',
    ],
  },
  TRUSTED: {
    tone: 'good',
    summary: 'You can deal with it: most that is known speaks for it.',
    points: [
      'Confirm the address with the other side when you pay it for the first time.',
      'A score describes what the wallet did so far. It is no promise.',
    ],
  },
} as const satisfies Record<Exclude<RiskLevel, 'HIGH_RISK'>, Advice>

const ACCUSED_POINTS: readonly string[] = [
  'What ends each accusation, and when, stands below this card. Where a flag or a freeze can be appealed, that is there too: it is one signature, without a fee.',
  'Where there is a case, a statement of yours in it is read by everybody who reads the accusation.',
  'An entry in a list is corrected by its keeper, who is named there.',
]

const KEEP: Advice = {
  tone: 'info',
  summary: 'Check that the reasons are right, and protect what you keep here.',
  points: [
    'If a reason is wrong, request a review below: each names the transactions that it rests on.',
    'Keep savings in a guarded vault: you withdraw freely up to an allowance a day, more only after 72 hours, and nothing leaves while it is frozen. A thief with your keys cannot be quicker than a vote.',
  ],
}
