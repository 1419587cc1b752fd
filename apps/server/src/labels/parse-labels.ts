import { parseAddress } from '@app/values/address.ts'
import type { NewLabel } from './label.ts'

/** Either all labels of a file, or one error message per invalid line. */
export type ParsedLabels = { labels: NewLabel[] } | { problems: string[] }

type Fields = Record<string, unknown>

/**
 * Parses one JSON object per line: `{"address","kind","source","confidence","reason","contact"?}`; empty lines
 * are skipped.
 */
export function parseLabels(text: string): ParsedLabels {
  const labels: NewLabel[] = []
  const problems: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseLine(line)
    if (typeof parsed === 'string') problems.push(`line ${index + 1}: ${parsed}`)
    else labels.push(parsed)
  }
  return problems.length > 0 ? { problems } : { labels }
}

function parseLine(line: string): NewLabel | string {
  const fields = parseObject(line)
  if (fields === null) return 'is not a JSON object'
  const { address: addressText, kind, source, confidence, reason, contact } = fields
  const address = typeof addressText === 'string' ? parseAddress(addressText) : null
  if (address === null) return "'address' must be 0x followed by 16 hex characters"
  if (kind !== 'scam' && kind !== 'service') return "'kind' must be scam or service"
  if (!isNonEmptyText(source)) return "'source' must be a text"
  if (!isFraction(confidence)) return "'confidence' must be a number from 0 to 1"
  if (!isNonEmptyText(reason)) return "'reason' must be a text"
  if (contact !== undefined && !isNonEmptyText(contact)) return "'contact' must be a text"
  return { address, kind, source, confidence, reason, ...(contact !== undefined && { contact }) }
}

function parseObject(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}

function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}
