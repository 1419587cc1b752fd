import { getCode, getHashes } from '@app/contracts/scripts.generated.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Source } from '../site/list-sources.ts'
import { ask, type Site } from '../site/site.ts'
import { findUpdateFaults } from './find-update-faults.ts'
import { type LineDiff, lineDiff } from './line-diff.ts'

export type Change =
  | { kind: 'new' }
  | { kind: 'unchanged' }
  | { kind: 'update'; lines: LineDiff }
  /** Does not fit what is deployed, but may fit once the contracts in `after` are: tried again then. */
  | { kind: 'later'; lines: LineDiff; after: string[] }
  | { kind: 'incompatible'; lines: LineDiff; faults: string[] }

export interface ContractPlan {
  source: Source
  change: Change
}

/** What has to happen to each contract, in the order of deployment. */
export async function planContracts(
  site: Site,
  sources: readonly Source[],
): Promise<ContractPlan[]> {
  const hashes = await deployedHashes(site, sources)
  const plans: ContractPlan[] = []
  for (const source of sources) {
    const hash = hashes.get(source.name)
    if (hash === undefined) plans.push({ source, change: { kind: 'new' } })
    else if (hash === source.hash) plans.push({ source, change: { kind: 'unchanged' } })
    else plans.push({ source, change: await judgeUpdate(site, source, plans) })
  }
  return plans
}

/** SHA3-256 in hex of the code of those sources that are deployed, by name. */
export async function deployedHashes(
  site: Site,
  sources: readonly Source[],
): Promise<ReadonlyMap<string, string>> {
  const names = sources.map(({ name }) => name)
  const answer = await ask(site, getHashes({ address: site.account.address, names }))
  return new Map(Object.entries(answer as Record<string, string>))
}

async function judgeUpdate(
  site: Site,
  source: Source,
  before: readonly ContractPlan[],
): Promise<Change> {
  const deployed = await ask(site, getCode({ address: site.account.address, name: source.name }))
  const lines = lineDiff(String(deployed), source.code)
  const faults = await findUpdateFaults(site, source)
  if (faults.length === 0) return { kind: 'update', lines }
  const after = before
    .filter(({ source: { name }, change }) => isPending(change) && source.imports.includes(name))
    .map(({ source: { name } }) => name)
  return after.length === 0
    ? { kind: 'incompatible', lines, faults }
    : { kind: 'later', lines, after }
}

const isPending = ({ kind }: Change): boolean =>
  kind === 'new' || kind === 'update' || kind === 'later'

/** Throws `FatalError` naming contract and rule when the chain would refuse an update. */
export function expectCompatible(plans: readonly ContractPlan[]): void {
  const sentences = plans.flatMap(({ source: { name }, change }) =>
    change.kind === 'incompatible' ? [incompatibility(name, change.faults)] : [],
  )
  if (sentences.length > 0) throw new FatalError(sentences.join('\n'))
}

/** A sentence for an update that the chain would refuse. */
export function incompatibility(name: string, faults: readonly string[]): string {
  return `${name} cannot be updated: ${faults.join('; ')}. Change the source, or deploy to another account.`
}
