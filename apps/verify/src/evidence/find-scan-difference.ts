import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { type Rescan, type RescannedFacts, rescanFacts } from '@app/server/rescan/rescan-facts.ts'
import { toParty } from '@app/values/evm-address.ts'
import { type Difference, type Finding, findFirstDifference } from '../check.ts'
import { readBlock } from '../read-block.ts'
import type { Scratch } from '../verified-format.ts'
import { listCitations, type ParsedEvidence } from './evidence.ts'

/**
 * Checks every input against the chain: indexes all blocks that the score covers into an empty database, and
 * computes the inputs from it, with the lists and the reports of the file and the NFTs that were checked before.
 */
export async function findScanDifference(
  evidence: ParsedEvidence,
  { context, ...options }: Scratch,
): Promise<Finding> {
  const { file, rules, address, facts } = evidence
  const { coverage, inputs } = file
  await readBlock(context.flow, coverage.fromHeight)
  const { decoding } = rules
  const labels = buildLabels(evidence)
  const rescan = { coverage, decoding, address, labels, holdings: facts.holdings }
  const rescanned = await rescanFacts(context, rescan, options)
  if (facts.completeness < rescanned.facts.completeness) return INCOMPLETE
  // Reports of people and decisions by vote are a snapshot: only their signed part is on the chain.
  const { community } = facts
  const { chain, offchain } = toCanonicalFacts({ ...rescanned.facts, community })
  return (
    findFirstDifference('inputs.chain', JSON.parse(chain), inputs.chain) ??
    findFirstDifference('inputs.offchain', JSON.parse(offchain), inputs.offchain) ??
    (await findHopDifference(rescanned, evidence))
  )
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

/** Checks the distance of each cited counterparty from a listed account. */
async function findHopDifference(
  { readTaintLevel }: RescannedFacts,
  evidence: ParsedEvidence,
): Promise<Difference | null> {
  for (const { path, counterparty, pointer } of listCitations(evidence)) {
    if (pointer.kind !== 'listed_contacts' || counterparty === null) continue
    if ((await readTaintLevel(counterparty)) === pointer.hop) continue
    const expected = `an account ${pointer.hop} steps from a listed one`
    return { path: `${path}.counterparty`, expected, found: counterparty }
  }
  return null
}
