import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { InvalidValueError } from './invalid-line-error.ts'
import { parseValue, TextSchema } from './parse-value.ts'
import { ActivitySchema, toFactsFromActivity } from './to-facts-from-activity.ts'
import { TransfersSchema, toFactsFromTransfers } from './to-facts-from-transfers.ts'
import type { LabelledWallet } from './wallet.ts'

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
