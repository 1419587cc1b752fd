import { readAs } from '@app/api/client/read-as.ts'
import {
  AccusedDataSchema,
  ActiveAgainDataSchema,
  type AlertData,
  type AlertType,
  ClearedDataSchema,
  DigestDataSchema,
  LevelChangedDataSchema,
  ReminderDataSchema,
} from '@app/api/schemas/alert-data.ts'
import type { InboxEntry } from '@app/api/schemas/subscriptions.ts'
import type { Static, TSchema } from 'typebox'
import { describeReasonCode } from '../../lib/format/describe-reason-code.ts'
import {
  formatDateTime,
  formatPoints,
  nameAddress,
  shortenAddress,
} from '../../lib/format/format.ts'
import { type Tone, toRiskBadge } from '../../lib/tone.ts'

interface NoticeDescription {
  tone: Tone
  title: string
  text: string
  /** The wallets that it is about. */
  addresses: readonly string[]
  /** The signed text that withdraws an accusation. */
  clearance?: string
  /** The wallet was flagged, which its owner can appeal. */
  isFlag?: boolean
}

type Content = Omit<NoticeDescription, 'addresses'>

export function describeNotice({
  type,
  data,
}: Pick<InboxEntry, 'type' | 'data'>): NoticeDescription {
  const digest = type === 'digest' && readAs(DigestDataSchema, data)
  if (digest) return describeDigest(digest)
  const about = getAddress(data)
  const content = DESCRIPTIONS[type]?.(data) ?? { tone: 'neutral', title: type, text: '' }
  return { ...content, addresses: about === null ? [] : [about] }
}

function describeLevelChange(data: AlertData<'wallet.level_changed'>): Content {
  const { address, score, scoreBefore, riskLevel, riskLevelBefore, cause } = data
  const { tone, text } = toRiskBadge(riskLevel)
  const before = riskLevelBefore === null ? '' : `${toRiskBadge(riskLevelBefore).text} → `
  const points = scoreBefore === null ? '' : `${formatPoints(scoreBefore)} → `
  return {
    tone,
    title: cause === 'rules' ? 'The rules changed' : 'Risk level changed',
    text: `${shortenAddress(address)}: ${before}${text} (${points}${formatPoints(score)})`,
  }
}

const ACCUSED_TITLES: Readonly<Record<AlertData<'wallet.accused'>['action'], string>> = {
  warn: 'The agent warns about a wallet',
  flag: 'A wallet was flagged',
  propose_freeze: 'A freeze was proposed',
}

const describeAccused = ({ address, action, reason }: AlertData<'wallet.accused'>): Content => ({
  tone: action === 'warn' ? 'poor' : 'bad',
  title: ACCUSED_TITLES[action],
  text: nameAddress(reason, address),
  isFlag: action === 'flag',
})

const describeReminder = ({
  address,
  openSince,
  reasonCode,
  statement,
}: AlertData<'wallet.reminder'>): Content => ({
  tone: 'poor',
  title: 'The danger lasts',
  text: `${shortenAddress(address)} has been accused since ${formatDateTime(openSince)}, ${describeReasonCode(reasonCode, statement.reasons)}`,
})

const describeCleared = ({ address, cause, clearance }: AlertData<'wallet.cleared'>): Content => ({
  tone: 'good',
  title: 'An accusation was withdrawn',
  text: `The accusation of ${shortenAddress(address)} was withdrawn because ${cause}.`,
  clearance: clearance.text,
})

const describeActiveAgain = ({
  address,
  quietDays,
}: AlertData<'wallet.active_again'>): Content => ({
  tone: 'info',
  title: 'A wallet is active again',
  text: `${shortenAddress(address)} was quiet for ${quietDays} days.`,
})

const DIGEST_NOUNS: Readonly<Partial<Record<string, string>>> = {
  'wallet.level_changed': 'risk levels changed',
  'wallet.accused': 'accusations',
  'wallet.reminder': 'dangers last',
  'wallet.active_again': 'wallets are active again',
} satisfies Partial<Record<AlertType, string>>

/** What accuses stands in full. */
function describeDigest({
  alertType,
  count,
  addresses,
  accusations,
}: AlertData<'digest'>): NoticeDescription {
  const reasons = accusations.flatMap((one) =>
    'reason' in one ? [nameAddress(one.reason, one.address)] : [],
  )
  return {
    tone: 'info',
    title: `${count} ${DIGEST_NOUNS[alertType] ?? 'notices'}`,
    text: reasons.join(' '),
    addresses,
  }
}

/** Applies `describe` to data of its schema, and returns null for others. */
const buildDescription =
  <S extends TSchema>(schema: S, describe: (data: Static<S>) => Content) =>
  (data: unknown): Content | null => {
    const reading = readAs(schema, data)
    return reading === undefined ? null : describe(reading)
  }

const DESCRIPTIONS: Readonly<Partial<Record<AlertType, (data: unknown) => Content | null>>> = {
  'wallet.level_changed': buildDescription(LevelChangedDataSchema, describeLevelChange),
  'wallet.accused': buildDescription(AccusedDataSchema, describeAccused),
  'wallet.reminder': buildDescription(ReminderDataSchema, describeReminder),
  'wallet.cleared': buildDescription(ClearedDataSchema, describeCleared),
  'wallet.active_again': buildDescription(ActiveAgainDataSchema, describeActiveAgain),
}

const getAddress = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'address' in data ? String(data.address) : null
