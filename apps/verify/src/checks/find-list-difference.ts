import { computeListHash } from '@app/score/canonical/list-hash.ts'
import { toAddress } from '@app/values/address.ts'
import { listCitations } from '../evidence/citation.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { type Difference, findFirstDifference } from './difference.ts'

/** Checks that the lists of the file are those that the inputs were computed with, and match the inputs. */
export function findListDifference(evidence: Evidence): Difference | null {
  const { file, facts } = evidence
  const listedCount = facts.contacts?.listedCount ?? 0
  return (
    findFirstDifference('lists.scam.length', listedCount, file.lists.scam.length) ??
    findListHashDifference(evidence) ??
    findListingDifference(evidence) ??
    findUnlistedContact(evidence)
  )
}

/** Without a scam list the lists were not used, and the inputs have no hash of them. */
function findListHashDifference({ file, facts }: Evidence): Difference | null {
  const expected = facts.contacts?.listHash
  const { scam, service } = file.lists
  const found = computeListHash({ scam: scam.map(toAddress), service: service.map(toAddress) })
  if (expected === undefined || expected === found) return null
  return {
    path: 'lists',
    expected: `lists with hash ${expected}`,
    found: `lists with hash ${found}`,
  }
}

function findListingDifference({ file, address, facts }: Evidence): Difference | null {
  const isListed = file.lists.scam.includes(address)
  if (isListed === (facts.listing !== null)) return null
  const expected = isListed
    ? 'present, because lists.scam has the address'
    : 'null, because no list has it'
  return { path: 'inputs.offchain.listing', expected, found: JSON.stringify(facts.listing) }
}

/** Checks that every account cited as listed is on the list. */
function findUnlistedContact(evidence: Evidence): Difference | null {
  const { scam } = evidence.file.lists
  const direct = listCitations(evidence).filter(
    ({ pointer }) => pointer.kind === 'listed_contacts' && pointer.hop === 0,
  )
  const wrong = direct.find(({ counterparty }) => !scam.includes(counterparty ?? ''))
  if (wrong === undefined) return null
  const found = wrong.counterparty ?? 'missing'
  return { path: `${wrong.path}.counterparty`, expected: 'an account of lists.scam', found }
}
