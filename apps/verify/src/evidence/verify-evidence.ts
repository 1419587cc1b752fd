import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import type { Rescan } from '@app/server/rescan/rescan-facts.ts'
import { toParty } from '@app/values/evm-address.ts'
import {
  type Check,
  type Finding,
  findFirstDifference,
  leaveUnchecked,
  pluralize,
  type UncheckedClaim,
} from '../check.ts'
import { readBlock } from '../node.ts'
import type { Scan, Sources, VerifiedFile } from '../verified-file.ts'
import {
  findAccountOrBlockDifference,
  findFalseHoldings,
  findFirstFalseCitation,
} from './chain-checks.ts'
import { TRANSFERS } from './cited-transactions.ts'
import {
  listCitations,
  type ParsedEvidence,
  parseAndJudgeEvidence,
  parseEvidenceFile,
} from './evidence.ts'
import { findComputedDifference, findListDifference } from './offline-checks.ts'
import { findPublicationFinding } from './publication-check.ts'

/** Opens a value as an evidence file. Throws `InvalidFileError` with the first invalid field. */
export function openEvidence(source: string, value: unknown): VerifiedFile {
  const file = parseEvidenceFile(source, value)
  const { address, network, score, riskLevel, version, reasons } = file
  return {
    network,
    headline: `Dharma Score of ${address} on ${network}: ${score}, ${riskLevel} (version ${version})`,
    counted: pluralize(reasons.length, 'reason'),
    listChecks: (sources) => listChecks(file, sources),
    listUnchecked: (has) => listUnchecked(file, has),
  }
}

function listChecks(file: EvidenceFile, { flow, scan, pastScores }: Sources): Check[] {
  const evidence = parseAndJudgeEvidence(file)
  const { version, evidenceHash, score, riskLevel, reasons, lists, coverage } = file
  if ('path' in evidence) return [{ claim: `The engine is ${version}.`, find: () => evidence }]
  const checks: Check[] = [
    {
      claim: `The inputs have the evidence hash ${evidenceHash}, and are about this address; the engine ${version} computes the same score ${score} from them, ${riskLevel}, with the same factors and ${pluralize(reasons.length, 'reason')}.`,
      find: () => findComputedDifference(evidence),
    },
    {
      claim: `The lists are the ones used: ${pluralize(lists.scam.length, 'scam')}, ${pluralize(lists.service.length, 'service')}.`,
      find: () => findListDifference(evidence),
    },
  ]
  if (flow !== null) {
    checks.push(
      {
        claim: `The account exists, and block ${coverage.toHeight} has the time of the score.`,
        find: () => findAccountOrBlockDifference(evidence, flow),
      },
      {
        claim: `The chain has what the ${pluralize(listCitations(evidence).length, 'citation')} name, and each shows what it is cited for.`,
        find: () => findFirstFalseCitation(evidence, flow),
      },
      {
        claim: `The account holds the NFTs of ${pluralize(evidence.facts.holdings?.length ?? 0, 'collection')}, as stated in the inputs.`,
        find: () => findFalseHoldings(evidence, flow),
      },
      {
        claim: 'The score published on the chain is this one, by an account appointed to publish.',
        find: () => findPublicationFinding(evidence, { flow, pastScores }),
      },
    )
  }
  if (flow === null || scan === null) return checks
  const claim = `A scan of blocks ${coverage.fromHeight} to ${coverage.toHeight} results in the same inputs.`
  const find = async () => {
    // Says which blocks the node has, if not this one.
    await readBlock(flow, coverage.fromHeight)
    return await findScanFinding(evidence, scan)
  }
  return [...checks, { claim, find }]
}

/**
 * Computes the inputs from all blocks that the score covers, with the lists and the reports of the file and the NFTs that
 * were checked before, and compares.
 */
async function findScanFinding(evidence: ParsedEvidence, scan: Scan): Promise<Finding> {
  const { file, rules, address, facts } = evidence
  const { coverage, inputs } = file
  const { decoding } = rules
  const labels = buildLabels(evidence)
  const rescanned = await scan.facts({
    ...{ coverage, decoding, address, labels, holdings: facts.holdings },
  })
  if (facts.completeness < rescanned.facts.completeness) return INCOMPLETE
  // Reports of people and decisions by vote are a snapshot: only their signed part is on the chain.
  const { community } = facts
  const { chain, offchain } = toCanonicalFacts({ ...rescanned.facts, community })
  const expected = { chain: JSON.parse(chain), offchain: JSON.parse(offchain) }
  const difference = findFirstDifference('inputs', expected, inputs)
  if (difference !== null) return difference
  for (const citation of listCitations(evidence)) {
    const { path, counterparty, pointer, txId } = citation
    if (TRANSFERS.includes(pointer.kind) && !(await rescanned.hasTransfer(citation))) {
      const expected = `a transaction with a transfer between ${address} and ${counterparty}`
      return { path: `${path}.txId`, expected, found: txId }
    }
    if (pointer.kind !== 'listed_contacts' || counterparty === null) continue
    if ((await rescanned.readTaintLevel(counterparty)) === pointer.hop) continue
    const expected = `an account ${pointer.hop} steps from a listed one`
    return { path: `${path}.counterparty`, expected, found: counterparty }
  }
  return null
}

const INCOMPLETE = {
  because:
    'The score was computed while blocks were read again after an update: its completeness is less than that of its blocks, and what it did not know yet cannot be told from them.',
}

type NewLabel = Rescan['labels'][number]

/** The wallet's own entry comes from the inputs; of the other entries only the account matters. */
function buildLabels({ file, address, facts }: ParsedEvidence): NewLabel[] {
  const defaults = { source: 'evidence file', confidence: 1, reason: 'On the lists of the file.' }
  const buildLabel = (kind: NewLabel['kind']) => (text: string) => {
    const own = kind === 'scam' && text === address ? facts.listing : null
    return { ...defaults, ...own, kind, address: toParty(text) }
  }
  return [
    ...file.lists.scam.map(buildLabel('scam')),
    ...file.lists.service.map(buildLabel('service')),
  ]
}

function listUnchecked(
  { coverage, lists, inputs, reasons }: EvidenceFile,
  { hasNode, isFull }: { hasNode: boolean; isFull: boolean },
): UncheckedClaim[] {
  const { fromHeight, toHeight } = coverage
  const blocks = `whether blocks ${fromHeight} to ${toHeight} match the inputs (--node URL --full).`
  const after = `what happened after block ${toHeight} is not in the score.`
  const community = 'community' in inputs.offchain ? inputs.offchain.community : null
  const hasLists = lists.scam.length + lists.service.length > 0
  const isInEvm = reasons.some(({ evidence }) => evidence.some(({ evmHash }) => evmHash))
  const byScan = ['inputs', 'coverage.fromHeight', 'reasons[].evidence.length']
  return [
    ...(hasNode ? [] : ONLY_ON_CHAIN),
    ...(isFull ? [] : [leaveUnchecked(blocks, ...byScan)]),
    ...(isFull || !isInEvm ? [] : [OWNERS_IN_EVM]),
    leaveUnchecked(after, 'coverage.toHeight'),
    ...(community === null ? [] : [ONLY_OF_SERVER]),
    ...(hasLists ? [ONLY_OF_PEOPLE] : []),
  ]
}

const ONLY_ON_CHAIN: UncheckedClaim[] = [
  leaveUnchecked(
    'whether the account, the cited transactions, the time and the NFTs are on the chain (--node).',
    'reasons[].evidence[]',
    'computedAt',
    'coverage.toHeight',
  ),
  leaveUnchecked('whether the score published on the chain is this one (--node).', 'evidenceHash'),
]

const OWNERS_IN_EVM = leaveUnchecked(
  'whose the accounts of Cadence in the EVM are, through which cited transfers went (--node URL --full).',
  'reasons[].evidence[].counterparty',
)

const ONLY_OF_SERVER = leaveUnchecked(
  'how many people reported the wallet without a signature: only the server has these reports.',
  'inputs.offchain.community',
)

const ONLY_OF_PEOPLE = leaveUnchecked(
  'who belongs on a list: its maintainers decide this, not the chain.',
  'lists',
)
