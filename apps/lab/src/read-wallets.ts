import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import { createEmptyFacts } from '@app/score/empty-facts.ts'
import type { ActivityFacts, Facts } from '@app/score/facts.ts'
import {
  buildFactsFromTransfers,
  type Transfer,
} from '@app/score/transfers/build-facts-from-transfers.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { getErrorMessage, readTextOrGzip } from './command-line.ts'

export interface LabelledWallet {
  address: string
  label: string
  isIllicit: boolean
  facts: Facts
}

/** One file of labelled wallets. */
export interface WalletSet {
  name: string
  wallets: readonly LabelledWallet[]
}

/** Ponzi contracts never send in the research sets, because their internal calls are missing there. */
export const ARTEFACT_LABELS: ReadonlySet<string> = new Set(['ponzi'])

/** Returns the wallets of each illicit label beside the normal ones. */
export function groupByIllicitLabel(wallets: readonly LabelledWallet[]) {
  const normal = wallets.filter(({ isIllicit }) => !isIllicit)
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const byLabel = Map.groupBy(illicit, ({ label }) => label)
  return [...byLabel].map(([label, own]) => ({ label, illicit: own, normal }))
}

const FILE_PATTERN = /^(.+?)(-dev)?\.jsonl(\.gz)?$/

/** Reads every set of labelled wallets in a folder, sorted by name. */
export async function readWalletSets(folder: string): Promise<WalletSet[]> {
  const names = await readdir(folder).catch((cause) => {
    throw new FatalError(`${folder} cannot be read: ${getErrorMessage(cause)}`, { cause })
  })
  const files = names.filter((name) => FILE_PATTERN.test(name)).sort()
  if (files.length === 0) throw new FatalError(`No .jsonl or .jsonl.gz file in ${folder}`)
  const sets: WalletSet[] = []
  for (const file of files) {
    const name = FILE_PATTERN.exec(file)?.[1] ?? file
    sets.push({ name, wallets: await readWallets(join(folder, file)) })
  }
  return sets
}

/**
 * Reads every wallet of a file with one JSON object per line, gzipped or plain. Throws `FatalError` with
 * file, line and cause when a line is invalid, when a wallet is duplicate, or when the file is empty.
 */
export async function readWallets(path: string): Promise<LabelledWallet[]> {
  const lines = (await readTextOrGzip(path)).split(/\r\n?|\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) throw new FatalError(`${path} is empty: it must have one wallet per line`)
  const lineByAddress = new Map<string, number>()
  return lines.map((text, index) => {
    const line = index + 1
    try {
      const wallet = parseWallet(text)
      const first = lineByAddress.get(wallet.address)
      if (first !== undefined) throw new FatalError(`${wallet.address} is already on line ${first}`)
      lineByAddress.set(wallet.address, line)
      return wallet
    } catch (cause) {
      if (!(cause instanceof FatalError)) throw cause
      throw new FatalError(`${path}, line ${line}: ${cause.message}`, { cause })
    }
  })
}

const TextSchema = Type.String({ minLength: 1 })
const AmountSchema = Type.Number({ minimum: 0 })
const CountSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const EXACT = { additionalProperties: false }
const WALLET = { address: TextSchema, label: TextSchema, illicit: Type.Enum([0, 1]) }

/** Seconds, sender, recipient (`null` is the creation of a contract) and amount of each transfer, oldest first. */
const TransfersSchema = Type.Array(
  Type.Tuple([CountSchema, TextSchema, Type.Union([TextSchema, Type.Null()]), AmountSchema]),
)

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
  EXACT,
)

const withTransfers = Compile(Type.Object({ ...WALLET, transfers: TransfersSchema }, EXACT))
const withActivity = Compile(Type.Object({ ...WALLET, activity: ActivitySchema }, EXACT))

/** Throws `FatalError` with the cause, but without the location. */
export function parseWallet(line: string): LabelledWallet {
  const value = parseJsonLine(line)
  const hasTransfers = typeof value === 'object' && value !== null && 'transfers' in value
  if (hasTransfers && withTransfers.Check(value)) {
    return toWallet(value, toFactsFromTransfers(value.transfers, value.address))
  }
  if (!hasTransfers && withActivity.Check(value)) {
    return toWallet(value, toFactsFromActivity(value.activity))
  }
  const errors = (hasTransfers ? withTransfers : withActivity).Errors(value)
  throw new FatalError(formatSchemaError(errors, 'the wallet'))
}

function parseJsonLine(line: string): unknown {
  if (line.trim() === '') throw new FatalError('the line is empty')
  try {
    return JSON.parse(line)
  } catch {
    throw new FatalError('this is not JSON')
  }
}

const toWallet = (
  { address, label, illicit }: { address: string; label: string; illicit: 0 | 1 },
  facts: Facts,
): LabelledWallet => ({ address, label, isIllicit: illicit === 1, facts })

/** The only coin of the research sets. */
const COIN = 'coin'

/** An incoming transfer is dust if it is less than the balance at that time divided by this number. */
const DUST_DIVISOR = 100_000n

type RawTransfer = Type.Static<typeof TransfersSchema>[number]

/**
 * Turns a wallet's transfers into facts. Ignores moves between other parties, moves to itself and moves of
 * nothing. Throws `FatalError` when they are not in order.
 */
function toFactsFromTransfers(transfers: readonly RawTransfer[], address: string): Facts {
  const index = transfers.findIndex(([seconds], i) => seconds < (transfers[i - 1]?.[0] ?? 0))
  if (index >= 0) throw new FatalError(`transfers.${index} is older than the one before it`)
  const own = transfers.flatMap((transfer) => toWalletTransfers(address, transfer))
  return buildFactsFromTransfers(ZERO_ADDRESS, markDust(own))
}

function toWalletTransfers(address: string, [seconds, from, to, amount]: RawTransfer): Transfer[] {
  const common = { token: COIN, units: toUnits(amount), seconds }
  if (common.units === 0n || from === to) return []
  if (to === address) return [{ direction: 'in', counterparty: from, ...common }]
  return from === address ? [{ direction: 'out', counterparty: to, ...common }] : []
}

function markDust(transfers: readonly Transfer[]): Transfer[] {
  let balance = 0n
  return transfers.map((transfer) => {
    const { direction, units } = transfer
    if (direction === 'in') balance += units
    else balance = units > balance ? 0n : balance - units
    return { ...transfer, isDust: direction === 'in' && units * DUST_DIVISOR < balance }
  })
}

/** Turns the nine numbers into facts; all other facts are unknown. */
function toFactsFromActivity(raw: Type.Static<typeof ActivitySchema>): Facts {
  const { spanSeconds, received, sent, largestReceived, largestSent, ...counts } = raw
  const activity = { ...UNKNOWN_ACTIVITY, ...counts, firstSeconds: 0, lastSeconds: spanSeconds }
  const token = {
    ...activity,
    token: COIN,
    received: toUnits(received),
    sent: toUnits(sent),
    largestReceived: toUnits(largestReceived),
    largestSent: toUnits(largestSent),
    sweptSameHour: null,
    sweptSameDay: null,
    receivedMoment: null,
    sentMoment: null,
  }
  const facts = { ...createEmptyFacts(), address: ZERO_ADDRESS, asOfSeconds: spanSeconds }
  return { ...facts, activity, tokens: [token] }
}

const UNKNOWN_ACTIVITY = {
  mutual: null,
  repeatSenders: null,
  repeatRecipients: null,
  activeDays: null,
  activeHours: null,
  daysIn: null,
  daysOut: null,
  daysBoth: null,
  busiestDay: null,
} as const satisfies Partial<ActivityFacts>

/** As many decimals as the coin of the research sets has. */
const DECIMALS = 18

/** Converts an amount of 0 or more to units of 10⁻¹⁸. */
function toUnits(amount: number): bigint {
  const whole = Math.floor(amount)
  return (
    BigInt(whole) * 10n ** BigInt(DECIMALS) + BigInt(Math.round((amount - whole) * 10 ** DECIMALS))
  )
}
