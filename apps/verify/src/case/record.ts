import { createHash } from 'node:crypto'
import type { CaseEntry, CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { toAddress } from '@app/values/address.ts'
import {
  ALLOWED_HASH,
  Allowed,
  type Difference,
  type Finding,
  findFirst,
  findFirstDifference,
} from '../check.ts'
import type { EntryWithDetails, ParsedCase } from './parse-case.ts'

/** Checks network and contract, and that the wallet is one of that network. */
export function findOriginDifference({ address, network, contract }: CaseFile): Difference | null {
  if (toAccountIndex(toAddress(address), network) === null) {
    return { path: 'address', expected: `an address of ${network}`, found: address }
  }
  const expected = getContractAddress('DharmaGovernance', network)
  return findFirstDifference('contract', expected, contract)
}

/** Checks that the entries are numbered without gaps, and each has its own hash and that of the entry before. */
export function findChainDifference(file: CaseFile): Difference | null {
  const { entries, entryCount, headHash } = file
  const head = entries.at(-1)?.hash
  if (head === undefined) return { path: 'entries', expected: 'at least one entry', found: '[]' }
  return (
    findFirst([...entries.entries()], ([index, entry]) =>
      findLinkDifference(file, { index, entry, before: entries[index - 1] }),
    ) ??
    findFirstDifference('entryCount', entries.length, entryCount) ??
    findFirstDifference('headHash', head, headHash)
  )
}

interface Link {
  index: number
  entry: CaseEntry
  before: CaseEntry | undefined
}

function findLinkDifference(file: CaseFile, { index, entry, before }: Link): Difference | null {
  const path = `entries[${index}]`
  const previousHash = before?.hash ?? FIRST_PREVIOUS_HASH
  const hash = hashCaseEntry(file, entry)
  const difference =
    findFirstDifference(`${path}.number`, index + 1, entry.number) ??
    findFirstDifference(`${path}.previousHash`, previousHash, entry.previousHash)
  if (difference !== null) return difference
  if (hash === entry.hash) return null
  return { path: `${path}.hash`, expected: `${hash}, the hash of this entry`, found: entry.hash }
}

/** `previousHash` of the first entry of a case. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** Computes the hash of an entry: SHA-256, in hex, of canonical JSON (RFC 8785). */
export function hashCaseEntry(
  { address, caseId }: Pick<CaseFile, 'address' | 'caseId'>,
  entry: Omit<CaseEntry, 'hash' | 'text' | 'withheld' | 'message'>,
): string {
  const { number, kind, at, by, details, textHash, txId, previousHash } = entry
  const hashed = { number, kind, at, by, details, textHash, txId, previousHash }
  return sha256(toCanonicalJson({ address, caseId, ...hashed }))
}

/** Computes the SHA-256, in hex, of a text in UTF-8. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')

/** Whether entries of a kind have a text. */
const HAS_TEXT = {
  inputs: 'never',
  warning: 'always',
  flag: 'sometimes',
  lift: 'never',
  proposal: 'always',
  vote: 'never',
  voting_end: 'never',
  execution: 'never',
  freeze: 'never',
  freeze_end: 'never',
  appeal: 'always',
  appeal_outcome: 'never',
  owner_statement: 'always',
  clearance: 'always',
} as const satisfies Record<CaseEntryKind, 'always' | 'sometimes' | 'never'>

/** What a text, its hash and the reason to withhold it must be. */
export function rebuildText({ kind, entry }: EntryWithDetails<CaseEntryKind>): object {
  const { text, textHash, withheld } = entry
  const has = HAS_TEXT[kind]
  const isHashed = has === 'always' || (has === 'sometimes' && textHash !== null)
  const isShown = isHashed && withheld === null
  return {
    textHash: isHashed ? ALLOWED_HASH : null,
    text: isShown
      ? new Allowed(`the text with the SHA-256 ${textHash}`, () => sha256(text ?? '') === textHash)
      : null,
    withheld: isHashed ? withheld : null,
  }
}

/** Names the texts that the operator withholds; `null` when there are none. */
export function findWithheldTexts({ entries }: ParsedCase): Finding {
  const withheld = entries.flatMap(({ path, entry }) =>
    entry.withheld === null ? [] : `${path} since ${entry.withheld.at}: ${entry.withheld.reason}`,
  )
  if (withheld.length === 0) return null
  return { note: `The operator withholds texts; their hashes are kept: ${withheld.join('; ')}` }
}
