import { computeEvidenceHash, computeListHash } from '@app/score/canonical/evidence-hash.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { isEvmAddress, toParty } from '@app/values/evm-address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Check, type Difference, findFirstDifference, pluralize } from '../check.ts'
import { listCitations, type ParsedEvidence } from './evidence.ts'

/** Builds the checks that need only the file, without network access. */
export function buildOfflineChecks(evidence: ParsedEvidence): Check[] {
  const { evidenceHash, version, score, riskLevel, reasons, network, lists } = evidence.file
  return [
    {
      claim: `The inputs have the evidence hash ${evidenceHash}, and are about this address, account ${evidence.facts.age?.creationIndex} of ${network}; the engine ${version} computes the same score ${score} from them, ${riskLevel}, with the same factors and ${pluralize(reasons.length, 'reason')}.`,
      find: () => findComputedDifference(evidence),
    },
    {
      claim: `The lists are the ones used: ${pluralize(lists.scam.length, 'scam')}, ${pluralize(lists.service.length, 'service')}.`,
      find: () => findListDifference(evidence),
    },
  ]
}

/**
 * Checks that the evidence hash is that of the inputs, that the engine computes the same from them, and that they are about
 * the address of the file.
 */
export function findComputedDifference(evidence: ParsedEvidence): Difference | null {
  const { file, facts, judgement } = evidence
  const { version: _, ...judged } = judgement
  const computed = {
    evidenceHash: computeEvidenceHash(facts),
    ...judged,
    reasons: judgement.reasons.map(({ evidence: pointer, ...rest }, index) => ({
      ...rest,
      pointer,
      evidence: file.reasons[index]?.evidence,
    })),
  }
  return (
    findFirstDifference('', { ...computed, ...file, ...computed }, file) ??
    findAddressDifference(evidence)
  )
}

/**
 * Checks that the address of the file is of its network, and that the inputs are about this address. Flow's
 * linear code gives the index of an account from its address.
 */
function findAddressDifference({ file, address, facts }: ParsedEvidence): Difference | null {
  const creationIndex = toAccountIndex(address, file.network)
  if (creationIndex === null) {
    return { path: 'address', expected: `an address of ${file.network}`, found: address }
  }
  return (
    findFirstDifference('inputs.chain.address', address, facts.address) ??
    findFirstDifference(
      'inputs.chain.age.creationIndex',
      creationIndex,
      facts.age?.creationIndex,
    ) ??
    findFirstDifference(
      'coverage.completeness',
      facts.completeness / FACTOR_UNIT,
      file.coverage.completeness,
    )
  )
}

/** Checks that the lists of the file are those that the inputs were computed with, and match the inputs. */
export function findListDifference(evidence: ParsedEvidence): Difference | null {
  const { file, facts } = evidence
  const listedCount = facts.contacts?.listedCount ?? 0
  return (
    findFirstDifference('lists.scam.length', listedCount, file.lists.scam.length) ??
    findListHashDifference(evidence) ??
    findDisorder(evidence) ??
    findListingDifference(evidence) ??
    findUnlistedContact(evidence)
  )
}

/** Without a scam list the lists were not used, and the inputs have no hash of them. */
function findListHashDifference({ file, facts }: ParsedEvidence): Difference | null {
  const expected = facts.contacts?.listHash
  const { scam, service } = file.lists
  const found = computeListHash({ scam: scam.map(toParty), service: service.map(toParty) })
  if (expected === found) return null
  if (expected === undefined) {
    return findFirstDifference('lists.service.length', 0, service.length)
  }
  return {
    path: 'lists',
    expected: `lists with hash ${expected}`,
    found: `lists with hash ${found}`,
  }
}

/** The hash is over sorted lists without duplicates, so that it does not show these. */
function findDisorder({ file: { lists } }: ParsedEvidence): Difference | null {
  return (
    findFirstDifference('lists.scam', [...new Set(lists.scam)].sort(), lists.scam) ??
    findFirstDifference('lists.service', [...new Set(lists.service)].sort(), lists.service)
  )
}

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
  const direct = listCitations(evidence).filter(
    ({ pointer }) => pointer.kind === 'listed_contacts' && pointer.hop === 0,
  )
  const wrong = direct.find(
    ({ counterparty }) =>
      counterparty === null || !(scam.includes(counterparty) || isEvmAddress(counterparty)),
  )
  if (wrong === undefined) return null
  const found = wrong.counterparty ?? 'missing'
  return { path: `${wrong.path}.counterparty`, expected: 'an account of lists.scam', found }
}
