import { randomBytes } from 'node:crypto'
import type { AlertData, AlertMessage, AlertType } from '@app/api/schemas/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import type { TakenNotice } from '../../agent/take-notices.ts'
import type { Config } from '../../config.ts'
import type { StatementOfReasons } from '../../db/tables/agent-tables.ts'

/** Builds the links of messages. */
export interface LinkBuilder {
  /** The page of a wallet, with its case. */
  wallet(address: Address): string
  /** The page of a transaction on the explorer. */
  transaction(txId: string): string
}

interface LinkSettings {
  api: Pick<Config['api'], 'webOrigins'>
  links: Config['links']
}

export function createLinkBuilder({ api, links }: LinkSettings): LinkBuilder {
  const [web = ''] = api.webOrigins
  return {
    wallet: (address) => `${web}/wallet/${address}`,
    transaction: (txId) => links.explorerTxUrl.replace('{id}', txId),
  }
}

/** Builds the message that tells subscribers of a notice of the agent. */
export function buildNoticeMessage(taken: TakenNotice, links: LinkBuilder): AlertMessage {
  const { notice, address, atMs, caseId } = taken
  const wallet = links.wallet(address)
  switch (notice.kind) {
    case 'level_changed': {
      const { score, scoreBefore, riskLevel, riskLevelBefore, cause, evidenceHash } = notice
      const levels = { score, scoreBefore, riskLevel, riskLevelBefore, ...(cause && { cause }) }
      const data = { address, ...levels, evidenceHash, links: { wallet } }
      return buildMessage('wallet.level_changed', atMs, data)
    }
    case 'accused': {
      const { action, reason, txId, statement } = notice
      const parts = { address, caseId, checkedMs: atMs, statement, links }
      const { links: _, ...accusation } = buildAccusation(parts)
      const transaction = txId === null ? {} : { transaction: links.transaction(txId) }
      const said = { action, reason, txId, links: { wallet, ...transaction } }
      return buildMessage('wallet.accused', atMs, { ...accusation, ...said })
    }
    case 'cleared': {
      const { text, address: signer, keyIndex, signature } = notice.clearance
      const clearance = { text, address: signer, keyIndex, signature }
      const data = { address, caseId, cause: notice.cause, clearance, links: { wallet } }
      return buildMessage('wallet.cleared', atMs, data)
    }
  }
}

/** What every message has in common that accuses an address. */
type Accusation = Omit<AlertData<'wallet.reminder'>, 'openSince' | 'reasonCode'>

interface AccusationParts {
  address: Address
  caseId: string | null
  /** Block time in Unix milliseconds at which it was found to hold. */
  checkedMs: number
  statement: StatementOfReasons
  links: LinkBuilder
}

/** An accusation is repeated every day while it holds, and not to be relied on for longer. */
export const ACCUSATION_VALID_MS = 24 * 3_600_000

/** Builds what a message says about an open case. */
function buildAccusation(parts: AccusationParts): Accusation {
  const { address, caseId, checkedMs, statement, links } = parts
  const wallet = links.wallet(address)
  return {
    address,
    caseId,
    checkedAt: new Date(checkedMs).toISOString(),
    expiresAt: new Date(checkedMs + ACCUSATION_VALID_MS).toISOString(),
    statement,
    dispute: {
      // Of a warning as of a flag: a reminder is about either.
      how: `The owner can state its side, and appeal against a flag or a freeze, with a message that ${address} signs: ${wallet}`,
      until: null,
    },
    links: { wallet },
  }
}

interface ReminderParts extends AccusationParts {
  reasonCode: ReasonCode
  /** Block time in Unix milliseconds. */
  openedMs: number
}

/** Builds the message that a case is still open at `checkedMs`. */
export function buildReminder(parts: ReminderParts): AlertMessage<'wallet.reminder'> {
  const { reasonCode, openedMs, ...accusation } = parts
  return buildMessage('wallet.reminder', parts.checkedMs, {
    ...buildAccusation(accusation),
    openSince: new Date(openedMs).toISOString(),
    reasonCode,
  })
}

const DAY_MS = 86_400_000

/** Block times of the last activity of an account, as known before and now; Unix milliseconds. */
export interface NewActivity {
  address: Address
  beforeMs: number
  lastMs: number
}

/** Builds the message that a dormant account is active again. */
export function buildActiveAgain(
  { address, beforeMs, lastMs }: NewActivity,
  links: LinkBuilder,
): AlertMessage<'wallet.active_again'> {
  return buildMessage('wallet.active_again', lastMs, {
    address,
    lastActiveAt: new Date(beforeMs).toISOString(),
    activeAt: new Date(lastMs).toISOString(),
    quietDays: Math.floor((lastMs - beforeMs) / DAY_MS),
    links: { wallet: links.wallet(address) },
  })
}

/** Number of addresses that a digest lists. */
const LISTED_ADDRESSES = 20

/**
 * Builds one message instead of many of the same type. Accusations stay in it in full, whatever their
 * number: who watches an address hears of its accusation.
 */
export function buildDigest(messages: readonly AlertMessage[]): AlertMessage<'digest'> {
  const [first] = messages
  if (first === undefined) throw new RangeError('a digest needs messages')
  const last = messages.reduce((a, b) => (a.timestamp > b.timestamp ? a : b))
  const addresses = messages.flatMap(({ data }) => ('address' in data ? [data.address] : []))
  return {
    type: 'digest',
    timestamp: last.timestamp,
    data: {
      alertType: first.type satisfies AlertType,
      count: messages.length,
      addresses: [...new Set(addresses)].slice(0, LISTED_ADDRESSES),
      accusations: messages.flatMap(({ data }) => (isAccusation(data) ? [data] : [])),
    },
  }
}

type AccusingData = AlertData<'wallet.accused'> | AlertData<'wallet.reminder'>

const isAccusation = (data: AlertMessage['data']): data is AccusingData => 'statement' in data

const TEXT = 'This is a test of your webhook. Nothing happened to any wallet.'

/** Builds the message of the test of a webhook. */
export const buildTestMessage = (nowMs: number): AlertMessage<'webhook.test'> =>
  buildMessage('webhook.test', nowMs, { message: TEXT })

const CHALLENGE_BYTES = 24

/** Builds the message that asks a receiver to confirm that it wants alerts. */
export const buildChallenge = (
  nowMs: number,
  challenge = randomBytes(CHALLENGE_BYTES).toString('base64url'),
): AlertMessage<'webhook.challenge'> => buildMessage('webhook.challenge', nowMs, { challenge })

/** Builds a message about something that happened at a time in Unix milliseconds. */
function buildMessage<T extends AlertType>(
  type: T,
  atMs: number,
  data: AlertData<T>,
): AlertMessage<T> {
  return { type, timestamp: new Date(atMs).toISOString(), data }
}
