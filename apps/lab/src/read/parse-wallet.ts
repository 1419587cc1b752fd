import { FaultError } from './bad-line-error.ts'
import { objectWith, textOf } from './fields.ts'
import { parseActivity } from './parse-activity.ts'
import { parseTransfers } from './parse-transfers.ts'
import type { LabelledWallet } from './wallet.ts'

const COMMON = ['address', 'label', 'illicit']

/** A labelled wallet from the text of its line. Throws `FaultError` that says what is wrong. */
export function parseWallet(line: string): LabelledWallet {
  const value = parseJson(line)
  const content = hasTransfers(value) ? 'transfers' : 'activity'
  const fields = objectWith(value, [...COMMON, content], 'the wallet')
  const address = textOf(fields.address, 'address')
  return {
    address,
    label: textOf(fields.label, 'label'),
    isIllicit: flagOf(fields.illicit),
    facts:
      content === 'transfers'
        ? parseTransfers(fields.transfers, address)
        : parseActivity(fields.activity),
  }
}

function parseJson(line: string): unknown {
  if (line.trim() === '') throw new FaultError('the line is empty')
  try {
    return JSON.parse(line)
  } catch {
    throw new FaultError('this is not JSON')
  }
}

function hasTransfers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'transfers' in value
}

function flagOf(value: unknown): boolean {
  if (value !== 0 && value !== 1) throw new FaultError('illicit is neither 0 nor 1')
  return value === 1
}
