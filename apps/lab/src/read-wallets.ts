import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import { createEmptyFacts } from '@app/score/empty-facts.ts'
import type { ActivityFacts, Facts, TokenFacts } from '@app/score/facts.ts'
import {
  buildFactsFromTransfers,
  type Transfer,
} from '@app/score/transfers/build-facts-from-transfers.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import * as Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { CommandError, getErrorMessage, readTextOrGzip } from './command-line.ts'

/** A wallet of a research set, with its label and facts. */
export interface LabelledWallet {
  address: string
  label: string
  isIllicit: boolean
  facts: Facts
}

/** Ponzi contracts never send in the research sets, because their internal calls are missing there. */
export const ARTEFACT_LABELS: ReadonlySet<string> = new Set(['ponzi'])

/** A line of a file of labelled wallets is invalid. The message has the file, the line and the cause. */
export class InvalidLineError extends CommandError {
  override name = 'InvalidLineError'
}

/** One file of labelled wallets. */
export interface WalletSet {
  name: string
  wallets: readonly LabelledWallet[]
}

const FILE_PATTERN = /^(.+?)(-dev)?\.jsonl(\.gz)?$/

/** Reads every set of labelled wallets in a folder, sorted by name. */
export async function readWalletSets(folder: string): Promise<WalletSet[]> {
  const files = (await listFileNames(folder)).filter((name) => FILE_PATTERN.test(name)).sort()
  if (files.length === 0) throw new CommandError(`No .jsonl or .jsonl.gz file in ${folder}`)
  const sets: WalletSet[] = []
  for (const file of files) {
    const name = FILE_PATTERN.exec(file)?.[1] ?? file
    sets.push({ name, wallets: await readWallets(join(folder, file)) })
  }
  return sets
}

async function listFileNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    throw new CommandError(`${folder} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}

/**
 * Reads every wallet of a file with one JSON object per line, gzipped or plain. Throws `InvalidLineError` with
 * file, line and cause when a line is invalid, when a wallet is duplicate, or when the file is empty.
 */
export async function readWallets(path: string): Promise<LabelledWallet[]> {
  const lines = (await readTextOrGzip(path)).split(/\r\n?|\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0)
    throw new InvalidLineError(`${path} is empty: it must have one wallet per line`)
  const wallets = lines.map((line, index) =>
    addLineToErrors(path, index + 1, () => parseWallet(line)),
  )
  assertDistinctAddresses(path, wallets)
  return wallets
}

function addLineToErrors<T>(path: string, line: number, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof InvalidValueError)) throw cause
    throw new InvalidLineError(`${path}, line ${line}: ${cause.message}`, { cause })
  }
}

function assertDistinctAddresses(path: string, wallets: readonly LabelledWallet[]): void {
  const lineByAddress = new Map<string, number>()
  for (const [index, { address }] of wallets.entries()) {
    const first = lineByAddress.get(address)
    if (first !== undefined) {
      throw new InvalidLineError(
        `${path}, line ${index + 1}: ${address} is already on line ${first}`,
      )
    }
    lineByAddress.set(address, index + 1)
  }
}

/** A value is invalid. The message has no location: the reader adds file and line. */
class InvalidValueError extends Error {
  override name = 'InvalidValueError'
}

const TextSchema = Type.String({ minLength: 1 })
const AmountSchema = Type.Number({ minimum: 0 })
const CountSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Seconds, sender, recipient (`null` is the creation of a contract) and amount of each transfer, oldest first. */
const TransfersSchema = Type.Array(
  Type.Tuple([CountSchema, TextSchema, Type.Union([TextSchema, Type.Null()]), AmountSchema]),
)

type RawTransfer = Type.Static<typeof TransfersSchema>[number]

/** The nine numbers of a wallet's activity. */
const ActivitySchema = Type.Object(
  {
    spanSeconds: CountSchema,
    transfersIn: CountSchema,
    transfersOut: CountSchema,
    senders: CountSchema,
    recipients: CountSchema,
    received: AmountSchema,
    sent: AmountSchema,
    largestReceived: AmountSchema,
    largestSent: AmountSchema,
  },
  { additionalProperties: false },
)

type RawActivity = Type.Static<typeof ActivitySchema>

const COMMON = { address: TextSchema, label: TextSchema, illicit: Type.Enum([0, 1]) }
const EXACT = { additionalProperties: false }
const withTransfers = Compile(Type.Object({ ...COMMON, transfers: TransfersSchema }, EXACT))
const withActivity = Compile(Type.Object({ ...COMMON, activity: ActivitySchema }, EXACT))

/** Parses a labelled wallet from a line. Throws `InvalidValueError` with the cause. */
export function parseWallet(line: string): LabelledWallet {
  const value = parseJsonLine(line)
  if (hasTransfers(value)) {
    const { address, label, illicit, transfers } = parseValue(withTransfers, value)
    const facts = toFactsFromTransfers(transfers, address)
    return { address, label, isIllicit: illicit === 1, facts }
  }
  const { address, label, illicit, activity } = parseValue(withActivity, value)
  return { address, label, isIllicit: illicit === 1, facts: toFactsFromActivity(activity) }
}

function parseJsonLine(line: string): unknown {
  if (line.trim() === '') throw new InvalidValueError('the line is empty')
  try {
    return JSON.parse(line)
  } catch {
    throw new InvalidValueError('this is not JSON')
  }
}

function hasTransfers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'transfers' in value
}

/** Returns the value if it matches the schema exactly. Throws `InvalidValueError` with the first invalid field. */
function parseValue<T extends Type.TSchema>(
  validator: Validator<Type.TProperties, T>,
  value: unknown,
): Type.Static<T> {
  if (validator.Check(value)) return value
  throw new InvalidValueError(formatSchemaError(validator.Errors(value), 'the wallet'))
}

/** The only coin of the research sets. */
const COIN = 'coin'

/** An incoming transfer is dust if it is less than the balance at that time divided by this number. */
const DUST_DIVISOR = 100_000n

/**
 * Turns a wallet's transfers into facts. Ignores moves between other parties, moves to itself and moves of
 * nothing. Throws `InvalidValueError` when they are not in order.
 */
function toFactsFromTransfers(transfers: readonly RawTransfer[], address: string): Facts {
  assertChronological(transfers)
  return buildFactsFromTransfers(
    ZERO_ADDRESS,
    markDust(transfers.flatMap((transfer) => toWalletTransfers(address, transfer))),
  )
}

function assertChronological(transfers: readonly RawTransfer[]): void {
  const index = transfers.findIndex(([seconds], i) => seconds < (transfers[i - 1]?.[0] ?? 0))
  if (index >= 0) throw new InvalidValueError(`transfers.${index} is older than the one before it`)
}

function toWalletTransfers(address: string, [seconds, from, to, amount]: RawTransfer): Transfer[] {
  const units = toUnits(amount)
  if (units === 0n || from === to) return []
  if (to === address) return [{ direction: 'in', counterparty: from, token: COIN, units, seconds }]
  if (from === address) return [{ direction: 'out', counterparty: to, token: COIN, units, seconds }]
  return []
}

function markDust(transfers: readonly Transfer[]): Transfer[] {
  let balance = 0n
  return transfers.map((transfer) => {
    const { direction, units } = transfer
    if (direction === 'in') balance += units
    else balance = units > balance ? 0n : balance - units
    const isDust = direction === 'in' && units * DUST_DIVISOR < balance
    return { ...transfer, isDust }
  })
}

/** Turns the nine numbers into facts; all other facts are unknown. */
function toFactsFromActivity(raw: RawActivity): Facts {
  const activity = toActivityFacts(raw)
  return {
    ...createEmptyFacts(),
    address: ZERO_ADDRESS,
    asOfSeconds: activity.lastSeconds,
    activity,
    tokens: [toTokenFacts(activity, raw)],
  }
}

function toActivityFacts(raw: RawActivity): ActivityFacts {
  const { spanSeconds, transfersIn, transfersOut, senders, recipients } = raw
  return {
    transfersIn,
    transfersOut,
    senders,
    recipients,
    mutual: null,
    repeatSenders: null,
    repeatRecipients: null,
    firstSeconds: 0,
    lastSeconds: spanSeconds,
    activeDays: null,
    activeHours: null,
    daysIn: null,
    daysOut: null,
    daysBoth: null,
    busiestDay: null,
  }
}

function toTokenFacts(activity: ActivityFacts, amounts: RawActivity): TokenFacts {
  return {
    ...activity,
    token: COIN,
    received: toUnits(amounts.received),
    sent: toUnits(amounts.sent),
    largestReceived: toUnits(amounts.largestReceived),
    largestSent: toUnits(amounts.largestSent),
    sweptSameHour: null,
    sweptSameDay: null,
    receivedMoment: null,
    sentMoment: null,
  }
}

/** Decimals of an amount: as many as the coin of the research sets has. */
const DECIMALS = 18
const UNIT = 10n ** BigInt(DECIMALS)

/** Converts an amount of 0 or more to units of 10⁻¹⁸. */
function toUnits(amount: number): bigint {
  const whole = Math.floor(amount)
  return BigInt(whole) * UNIT + BigInt(Math.round((amount - whole) * 10 ** DECIMALS))
}
