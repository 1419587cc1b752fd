import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { type Rescan, type RescannedFacts, rescanFacts } from '@app/server/rescan/rescan-facts.ts'
import type { ScanOptions } from '@app/server/rescan/scan-blocks.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { toAddress } from '@app/values/address.ts'
import { readBlock } from '../chain/read-block.ts'
import { type Difference, findFirstDifference } from '../checks/difference.ts'
import { listCitations } from '../evidence/citation.ts'
import type { Evidence } from '../evidence/evidence.ts'

/**
 * Checks every input against the chain: indexes all blocks that the score covers into an empty database, and
 * computes the inputs from it, with the lists and the reports of the file and the NFTs that were checked before.
 */
export async function findScanDifference(
  context: Context,
  evidence: Evidence,
  options: ScanOptions,
): Promise<Difference | null> {
  const { file, address, facts } = evidence
  const { coverage, inputs } = file
  await readBlock(context.flow, coverage.fromHeight)
  const rescan = { coverage, address, labels: buildLabels(evidence), holdings: facts.holdings }
  const rescanned = await rescanFacts(context, rescan, options)
  // Reports of people and decisions by vote are a snapshot: only their signed part is on the chain.
  const { community } = facts
  const { chain, offchain } = toCanonicalFacts({ ...rescanned.facts, community })
  return (
    findFirstDifference('inputs.chain', JSON.parse(chain), inputs.chain) ??
    findFirstDifference('inputs.offchain', JSON.parse(offchain), inputs.offchain) ??
    (await findHopDifference(rescanned, evidence))
  )
}

type NewLabel = Rescan['labels'][number]

/** The wallet's own entry comes from the inputs; of the other entries only the account matters. */
function buildLabels({ file, address, facts }: Evidence): NewLabel[] {
  const defaults = { source: 'evidence file', confidence: 1, reason: 'On the lists of the file.' }
  const buildLabel = (kind: NewLabel['kind']) => (text: string) => {
    const own = kind === 'scam' && text === address ? facts.listing : null
    return { ...defaults, ...own, kind, address: toAddress(text) }
  }
  return [
    ...file.lists.scam.map(buildLabel('scam')),
    ...file.lists.service.map(buildLabel('service')),
  ]
}

/** Checks the distance of each cited counterparty from a listed account. */
async function findHopDifference(
  { readTaintLevel }: RescannedFacts,
  evidence: Evidence,
): Promise<Difference | null> {
  for (const { path, counterparty, pointer } of listCitations(evidence)) {
    if (pointer.kind !== 'listed_contacts' || counterparty === null) continue
    if ((await readTaintLevel(counterparty)) === pointer.hop) continue
    const expected = `an account ${pointer.hop} steps from a listed one`
    return { path: `${path}.counterparty`, expected, found: counterparty }
  }
  return null
}
