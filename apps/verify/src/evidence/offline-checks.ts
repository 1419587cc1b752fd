import { computeEvidenceHash, computeListHash } from '@app/score/canonical/evidence-hash.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { isEvmAddress, toParty } from '@app/values/evm-address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Difference, findFirstDifference, refuse } from '../check.ts'
import { listCitations, type ParsedEvidence } from './evidence.ts'

/**
 * Checks that the evidence hash is that of the inputs, that the engine computes the same from them, and that they are about
 * the address of the file. Flow's linear code gives the index of an account from its address.
 */
export function findComputedDifference(evidence: ParsedEvidence): Difference | null {
  const { file, address, facts, judgement } = evidence
  const { version: _, reasons, ...judged } = judgement
  const creationIndex = toAccountIndex(address, file.network)
  const computed = {
    address: creationIndex === null ? refuse(`an address of ${file.network}`) : address,
    evidenceHash: computeEvidenceHash(facts),
    ...judged,
    reasons: reasons.map(({ evidence: pointer, ...rest }, index) => ({
      ...rest,
      pointer,
      evidence: file.reasons[index]?.evidence,
    })),
    coverage: { ...file.coverage, completeness: facts.completeness / FACTOR_UNIT },
  }
  const { age } = facts
  return (
    findFirstDifference('', { ...computed, ...file, ...computed }, file) ??
    findFirstDifference('inputs.chain.address', address, facts.address) ??
    findFirstDifference('inputs.chain.age.creationIndex', creationIndex, age?.creationIndex)
  )
}

/** Checks that the lists of the file are those that the inputs were computed with, and match the inputs. */
export function findListDifference(evidence: ParsedEvidence): Difference | null {
  const { file, facts } = evidence
  const { scam, service } = file.lists
  // Without a scam list the lists were not used, and the inputs have no hash of them.
  const used = facts.contacts ?? { listedCount: 0, listHash: NO_LISTS }
  const hash = computeListHash({ scam: scam.map(toParty), service: service.map(toParty) })
  const wrong = { path: 'lists', expected: `lists with hash ${used.listHash}`, found: hash }
  return (
    findFirstDifference('lists.scam.length', used.listedCount, scam.length) ??
    (used.listHash === hash ? null : wrong) ??
    // The hash does not show disorder, nor what is twice in a list.
    findFirstDifference(
      'lists',
      { scam: toSorted(scam), service: toSorted(service) },
      file.lists,
    ) ??
    findListingDifference(evidence) ??
    findUnlistedContact(evidence)
  )
}

const NO_LISTS = computeListHash({ scam: [], service: [] })

const toSorted = (list: readonly string[]): string[] => [...new Set(list)].sort()

function findListingDifference({ file, address, facts }: ParsedEvidence): Difference | null {
  const isListed = file.lists.scam.includes(address)
  if (isListed === (facts.listing !== null)) return null
  const expected = isListed
    ? 'present, because lists.scam has the address'
    : 'null, because no list has it'
  return { path: 'inputs.offchain.listing', expected, found: JSON.stringify(facts.listing) }
}

/**
 * Checks that every account cited as listed is on the list. An address in the EVM can carry the hop of one that paid it,
 * which only a scan shows.
 */
function findUnlistedContact(evidence: ParsedEvidence): Difference | null {
  const { scam } = evidence.file.lists
  const wrong = listCitations(evidence).find(
    ({ pointer, counterparty }) =>
      pointer.kind === 'listed_contacts' &&
      pointer.hop === 0 &&
      (counterparty === null || !(scam.includes(counterparty) || isEvmAddress(counterparty))),
  )
  if (wrong === undefined) return null
  const found = wrong.counterparty ?? 'missing'
  return { path: `${wrong.path}.counterparty`, expected: 'an account of lists.scam', found }
}
