import { createHash } from 'node:crypto'
import type { CaseEntry, CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { CLEARED_CAUSES } from '@app/server/agent/clearing/build-clearance.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { toAddress } from '@app/values/address.ts'
import { toIsoTime } from '@app/values/time.ts'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

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

type Entry = EntryWithDetails<CaseEntryKind>

/** Checks that the times of the entries do not go backwards, and that none is before what it records. */
export function findEntryTimeDifference({ entries }: ParsedCase): Difference | null {
  return (
    findFirst([...entries.keys()], (index) =>
      findDecrease(entries.at(index), index === 0 ? undefined : entries[index - 1]),
    ) ?? findFirst(entries, findEarlyEntry)
  )
}

function findDecrease(entry: Entry | undefined, before: Entry | undefined): Difference | null {
  if (entry === undefined || before === undefined) return null
  const { at } = before.entry
  if (Date.parse(entry.entry.at) >= Date.parse(at)) return null
  const expected = `${at} or later, as the entry before it`
  return { path: `${entry.path}.at`, expected, found: entry.entry.at }
}

function findEarlyEntry(entry: Entry): Difference | null {
  const recorded = getRecordedTime(entry)
  if (recorded === null || entry.atSeconds >= recorded) return null
  const expected = `${toIsoTime(recorded)} or later, when it happened`
  return { path: `${entry.path}.at`, expected, found: entry.entry.at }
}

/** When the thing happened by the details, in Unix seconds; `null` where they do not say it. */
function getRecordedTime({ kind, details }: Entry): number | null {
  switch (kind) {
    case 'proposal':
      return details.createdAt
    case 'vote':
      return details.castAt
    case 'execution':
      return details.executedAt
    case 'freeze':
      return details.renewedAt
    case 'freeze_end':
      return details.endedAt
    case 'appeal':
      return details.openedAt
    case 'appeal_outcome':
      return details.closedAt
    case 'inputs':
    case 'warning':
    case 'flag':
    case 'lift':
    case 'voting_end':
    case 'owner_statement':
    case 'clearance':
      return null
  }
}

/** Causes with which the contract lifts a flag. */
const LIFT_CAUSES = ['recheck', 'appeal', 'unfreeze']

/** Checks who did what an entry says, and whether a transaction did it. */
export function findActorDifference(parsed: ParsedCase): Difference | null {
  return findFirst(
    parsed.entries,
    (entry) =>
      findByDifference(entry) ?? findTxIdDifference(parsed, entry) ?? findCauseDifference(entry),
  )
}

/** What the rules did by block time has nobody who did it. */
function findByDifference({ path, kind, details, entry }: Entry): Difference | null {
  switch (kind) {
    case 'inputs':
    case 'voting_end':
    case 'execution':
    case 'freeze':
    case 'freeze_end':
    case 'appeal_outcome':
      return findFirstDifference(`${path}.by`, null, entry.by)
    case 'flag':
      return findFirstDifference(`${path}.details.flagger`, entry.by, details.flagger)
    case 'lift': {
      if (details.number === null || details.cause === 'recheck') return null
      return findFirstDifference(`${path}.by`, null, entry.by)
    }
    default:
      return null
  }
}

function findTxIdDifference(parsed: ParsedCase, own: Entry): Difference | null {
  const { path, kind, entry } = own
  const { txId } = entry
  switch (kind) {
    case 'flag':
    case 'proposal':
    case 'vote':
    case 'execution':
    case 'appeal':
      return findMissingTxId(own)
    case 'lift':
      return own.details.number === null
        ? findFirstDifference(`${path}.txId`, null, txId)
        : findMissingTxId(own)
    case 'freeze': {
      const { proposalId } = own.details
      const execution = selectEntries(parsed, 'execution').find(
        ({ details }) => details.proposalId === proposalId,
      )
      return execution && findFirstDifference(`${path}.txId`, execution.entry.txId, txId)
        ? { path: `${path}.txId`, expected: `that of ${execution.path}`, found: `${txId}` }
        : null
    }
    default:
      return findFirstDifference(`${path}.txId`, null, txId)
  }
}

function findMissingTxId({ path, kind, entry }: Entry): Difference | null {
  if (entry.txId !== null) return null
  return { path: `${path}.txId`, expected: `the transaction of the ${kind}`, found: 'null' }
}

function findCauseDifference({ path, kind, details }: Entry): Difference | null {
  if (kind !== 'lift') return null
  const causes = details.number === null ? Object.keys(CLEARED_CAUSES) : LIFT_CAUSES
  if (causes.includes(details.cause)) return null
  return { path: `${path}.details.cause`, expected: causes.join(', '), found: details.cause }
}

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

/** Checks that each text has the hash that its entry holds; a withheld text is only named. */
export function findTextHashDifference({ entries }: ParsedCase): Difference | null {
  return findFirst(entries, (entry) => findMissingHash(entry) ?? findOneTextDifference(entry))
}

/** Names the texts that the operator withholds; `null` when there are none. */
export function findWithheldTexts({ entries }: ParsedCase): Finding {
  const withheld = entries.flatMap(({ path, entry }) =>
    entry.withheld === null ? [] : `${path} since ${entry.withheld.at}: ${entry.withheld.reason}`,
  )
  if (withheld.length === 0) return null
  return { note: `The operator withholds texts; their hashes are kept: ${withheld.join('; ')}` }
}

function findMissingHash({ path, kind, entry }: Entry): Difference | null {
  const has = HAS_TEXT[kind]
  if (has === 'always' && entry.textHash === null) {
    return {
      path: `${path}.textHash`,
      expected: `the hash of the text of a ${kind}`,
      found: 'null',
    }
  }
  if (has !== 'never' || entry.textHash === null) return null
  return { path: `${path}.textHash`, expected: `null for a ${kind}`, found: entry.textHash }
}

function findOneTextDifference({ path, entry }: Entry): Difference | null {
  const { text, textHash, withheld } = entry
  if (text !== null && withheld !== null) {
    return { path: `${path}.text`, expected: 'null, because it is withheld', found: 'a text' }
  }
  if (text !== null && textHash !== sha256(text)) {
    const expected = `a text with the SHA-256 ${textHash}`
    return { path: `${path}.text`, expected, found: `one with ${sha256(text)}` }
  }
  if (text !== null || (textHash === null) === (withheld === null)) return null
  return textHash === null
    ? { path: `${path}.withheld`, expected: 'null, because there is no text', found: 'a reason' }
    : { path: `${path}.text`, expected: 'the text, or a reason why it is withheld', found: 'null' }
}
