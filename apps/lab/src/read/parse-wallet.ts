import { parseObject, parseText } from './fields.ts'
import { InvalidValueError } from './invalid-line-error.ts'
import { parseActivity } from './parse-activity.ts'
import { parseTransfers } from './parse-transfers.ts'
import type { LabelledWallet } from './wallet.ts'

const COMMON = ['address', 'label', 'illicit']

/** Parses a labelled wallet from a line. Throws `InvalidValueError` with the cause. */
export function parseWallet(line: string): LabelledWallet {
  const value = parseJson(line)
  const content = hasTransfers(value) ? 'transfers' : 'activity'
  const fields = parseObject(value, [...COMMON, content], 'the wallet')
  const address = parseText(fields.address, 'address')
  return {
    address,
    label: parseText(fields.label, 'label'),
    isIllicit: parseFlag(fields.illicit),
    facts:
      content === 'transfers'
        ? parseTransfers(fields.transfers, address)
        : parseActivity(fields.activity),
  }
}

function parseJson(line: string): unknown {
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

function parseFlag(value: unknown): boolean {
  if (value !== 0 && value !== 1) throw new InvalidValueError('illicit is neither 0 nor 1')
  return value === 1
}
