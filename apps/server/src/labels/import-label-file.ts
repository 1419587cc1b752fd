import { readFile } from 'node:fs/promises'
import { FatalError } from '@app/values/errors.ts'
import {
  EVM_FEE_ACCOUNT,
  EVM_FLOW_BRIDGE,
  type EvmAddress,
  isCadenceOwned,
  isEvmAddress,
  isPrecompile,
  type Party,
  parseParty,
  ZERO_EVM_ADDRESS,
} from '@app/values/evm-address.ts'
import { findLineProblem, splitLines } from '@app/values/find-encoding-problem.ts'
import type { TextLimits } from '@app/values/limits.ts'
import { NETWORKS } from '@app/values/network.ts'
import { findTextProblem, normalizeText } from '@app/values/plain-text.ts'
import type { Context } from '../runtime/context.ts'
import { upsertLabels } from './change-labels.ts'
import type { NewLabel } from './label.ts'

const MAX_PROBLEMS_LISTED = 10

/**
 * Stores every label of a file with one JSON object per line, all or none. Returns the number of
 * labels. Throws `FatalError` with the invalid lines.
 */
export async function importLabelFile(
  context: Pick<Context, 'db' | 'config'>,
  file: string,
): Promise<number> {
  const { evmChainId } = NETWORKS[context.config.network]
  const parsed = parseLabels(await readLabelFile(file), evmChainId)
  if ('problems' in parsed) throw buildLinesError(file, parsed.problems)
  await upsertLabels(context, parsed.labels)
  return parsed.labels.length
}

async function readLabelFile(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new FatalError(`The file of labels ${file} cannot be read.`, { cause: error })
  }
}

function buildLinesError(file: string, problems: readonly string[]): FatalError {
  const named = problems.slice(0, MAX_PROBLEMS_LISTED)
  const rest = problems.length - named.length
  const more = rest > 0 ? [`and ${rest} more`] : []
  return new FatalError(`Nothing was loaded from ${file}:\n  ${[...named, ...more].join('\n  ')}`)
}

/** Either all labels of a file, or one error message per invalid line. */
type ParsedLabels = { labels: NewLabel[] } | { problems: string[] }

type Fields = Record<string, unknown>

/**
 * Parses one JSON object per line: `{"address","kind","source","confidence","reason","contact"?}`, of an address in an EVM
 * also `"chain"` and `"isContract"`; empty lines are skipped, and contracts of other chains than `evmChainId`, at whose
 * addresses is something else here.
 */
export function parseLabels(content: Uint8Array, evmChainId: number): ParsedLabels {
  const labels: NewLabel[] = []
  const problems: string[] = []
  let number = 0
  for (const bytes of splitLines(content)) {
    number += 1
    const line = new TextDecoder().decode(bytes)
    const parsed =
      findLineProblem(bytes) ?? (line.trim() === '' ? null : parseLine(line, evmChainId))
    if (parsed === null) continue
    if (typeof parsed === 'string') problems.push(`line ${number}: ${parsed}`)
    else labels.push(parsed)
  }
  return problems.length > 0 ? { problems } : { labels }
}

function parseLine(line: string, evmChainId: number): NewLabel | string | null {
  const fields = parseObject(line)
  if (fields === null) return 'is not a JSON object'
  const { kind, confidence } = fields
  const address = parseLabelAddress(fields, evmChainId)
  if ('problem' in address) return address.problem
  if (kind !== 'scam' && kind !== 'service') return "'kind' must be scam or service"
  if (!isFraction(confidence)) return "'confidence' must be a number from 0 to 1"
  const texts = parseTexts(fields)
  if (typeof texts === 'string') return texts
  if (isForeignContract(fields, evmChainId)) return null
  return { address: address.party, kind, confidence, ...texts }
}

function parseTexts({
  source,
  reason,
  contact,
}: Fields): Pick<NewLabel, 'source' | 'reason' | 'contact'> | string {
  if (!isNonEmptyText(source)) return "'source' must be a text"
  if (!isNonEmptyText(reason)) return "'reason' must be a text"
  const problem = findTextProblem(source, SOURCE) ?? findTextProblem(reason, REASON)
  if (problem !== null) return problem
  const texts = { source: normalizeText(source), reason: normalizeText(reason) }
  if (contact === undefined) return texts
  if (!isNonEmptyText(contact)) return "'contact' must be a text"
  return findContactProblem(contact) ?? { ...texts, contact }
}

const SOURCE: TextLimits = { name: "'source'", minimum: 1, maximum: 200 }
const REASON: TextLimits = { name: "'reason'", minimum: 1, maximum: 1000 }

const CONTACT: TextLimits = { name: "'contact'", minimum: 1, maximum: 200 }

/** A contact may be a link or a mail address: what makes it one is left out. */
const findContactProblem = (contact: string): string | null =>
  findTextProblem(contact.replaceAll(/[.:@/[\](){}<>]/g, '-'), CONTACT)

const isForeignContract = ({ chain, isContract }: Fields, evmChainId: number): boolean =>
  chain !== undefined && chain !== evmChainId && isContract === true

function parseLabelAddress(
  fields: Fields,
  evmChainId: number,
): { party: Party } | { problem: string } {
  const { address } = fields
  const party = typeof address === 'string' ? parseParty(address) : null
  if (party === null) {
    const problem =
      "'address' must be 0x followed by 16 hex characters, or by 40 of an address in an EVM"
    return { problem }
  }
  const problem = findEvmProblem(party, fields, evmChainId)
  return problem === null ? { party } : { problem }
}

/** A key has the same address on every chain, a contract does not, and the chain itself has some everywhere. */
function findEvmProblem(
  address: Party,
  { chain, isContract }: Fields,
  evmChainId: number,
): string | null {
  if (!isEvmAddress(address)) {
    return chain === undefined ? null : "'chain' must be absent for an account of Flow"
  }
  if (!Number.isSafeInteger(chain)) {
    return `'chain' must be the number of the chain that the list is about: ${evmChainId} for Flow's EVM, 1 for Ethereum`
  }
  if (isBuiltIn(address))
    return "'address' must be of somebody: this one belongs to the chain itself"
  if (chain === evmChainId) return null
  if (isCadenceOwned(address)) return `'chain' must be ${evmChainId}: no other has such addresses`
  return typeof isContract === 'boolean'
    ? null
    : "'isContract' must be true or false for an address of another chain"
}

const isBuiltIn = (address: EvmAddress): boolean =>
  [ZERO_EVM_ADDRESS, EVM_FEE_ACCOUNT, EVM_FLOW_BRIDGE].includes(address) || isPrecompile(address)

function parseObject(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Fields) : null
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
