import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { loadFactsFromAllBlocks } from '@app/server/facts/load-facts.ts'
import { createExposureStage } from '@app/server/indexer/stages/create-exposure-stage.ts'
import type { NewLabel } from '@app/server/labels/label.ts'
import { upsertLabels } from '@app/server/labels/upsert-label.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { runUntilIdle } from '@app/server/runtime/stage.ts'
import { toAddress } from '@app/values/address.ts'
import { readBlock } from '../chain/read-block.ts'
import { type Difference, findFirstDifference } from '../checks/difference.ts'
import { listCitations } from '../evidence/citation.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { readTaintLevel, writeHoldings } from './queries.ts'
import { type ScanOptions, scanBlocks } from './scan-blocks.ts'

/**
 * Checks every input against the chain: indexes all blocks that the score covers into an empty database, and
 * computes the inputs from it, with the lists of the file and the NFTs that were checked before.
 */
export async function findScanDifference(
  context: Context,
  evidence: Evidence,
  options: ScanOptions,
): Promise<Difference | null> {
  const { file } = evidence
  await readBlock(context.flow, file.coverage.fromHeight)
  await scanBlocks(context, file.coverage, options)
  await upsertLabels(context, buildLabels(evidence))
  await runUntilIdle([createExposureStage(context)])
  await writeHoldings(context, evidence.address, evidence.facts.holdings)
  const { chain, offchain } = toCanonicalFacts(await loadScannedFacts(context, evidence))
  return (
    findFirstDifference('inputs.chain', JSON.parse(chain), file.inputs.chain) ??
    findFirstDifference('inputs.offchain', JSON.parse(offchain), file.inputs.offchain) ??
    (await findHopDifference(context, evidence))
  )
}

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

async function loadScannedFacts({ db, config }: Context, { address }: Evidence) {
  return (await loadFactsFromAllBlocks(db, { address, network: config.network })).facts
}

/** Checks the distance of each cited counterparty from a listed account. */
async function findHopDifference(context: Context, evidence: Evidence): Promise<Difference | null> {
  for (const { path, counterparty, pointer } of listCitations(evidence)) {
    if (pointer.kind !== 'listed_contacts' || counterparty === null) continue
    if ((await readTaintLevel(context, counterparty)) === pointer.hop) continue
    const expected = `an account ${pointer.hop} steps from a listed one`
    return { path: `${path}.counterparty`, expected, found: counterparty }
  }
  return null
}
