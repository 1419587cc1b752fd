import type { CaseEntry, CaseFile } from '@app/api/schemas/case/case-file.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { toAddress } from '@app/values/address.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { FIRST_PREVIOUS_HASH, hashCaseEntry } from '../hash-case-entry.ts'

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
