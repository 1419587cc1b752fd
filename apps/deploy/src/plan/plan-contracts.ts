import { getCode, getHashes } from '@app/contracts/scripts.generated.ts'
import { FatalError } from '@app/values/errors.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'
import type { ContractSource } from '../target/list-sources.ts'
import { computeLineDiff, type LineDiff } from './compute-line-diff.ts'
import { findUpdateErrors } from './find-update-errors.ts'

export type ContractChange =
  | { kind: 'new' }
  | { kind: 'unchanged' }
  | { kind: 'update'; lines: LineDiff }
  /** Not valid against the deployed contracts, but may be once those in `after` are updated: tried again then. */
  | { kind: 'later'; lines: LineDiff; after: string[] }
  | { kind: 'incompatible'; lines: LineDiff; errors: string[] }

export interface ContractPlan {
  source: ContractSource
  change: ContractChange
}

/** Plans the change of each contract, in the order of deployment. */
export async function planContracts(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<ContractPlan[]> {
  const hashes = await readDeployedHashes(target, sources)
  const plans: ContractPlan[] = []
  for (const source of sources) {
    const hash = hashes.get(source.name)
    if (hash === undefined) plans.push({ source, change: { kind: 'new' } })
    else if (hash === source.hash) plans.push({ source, change: { kind: 'unchanged' } })
    else plans.push({ source, change: await planUpdate(target, source, plans) })
  }
  return plans
}

/** Reads the SHA3-256 (hex) of the deployed code, by contract name. Contracts that are not deployed are left out. */
export async function readDeployedHashes(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<ReadonlyMap<string, string>> {
  const names = sources.map(({ name }) => name)
  const answer = await runScript(target, getHashes({ address: target.account.address, names }))
  return new Map(Object.entries(answer as Record<string, string>))
}

async function planUpdate(
  target: DeploymentTarget,
  source: ContractSource,
  before: readonly ContractPlan[],
): Promise<ContractChange> {
  const deployed = await runScript(
    target,
    getCode({ address: target.account.address, name: source.name }),
  )
  const lines = computeLineDiff(String(deployed), source.code)
  const errors = await findUpdateErrors(target, source)
  if (errors.length === 0) return { kind: 'update', lines }
  const after = before
    .filter(({ source: { name }, change }) => isPending(change) && source.imports.includes(name))
    .map(({ source: { name } }) => name)
  return after.length === 0
    ? { kind: 'incompatible', lines, errors }
    : { kind: 'later', lines, after }
}

const isPending = ({ kind }: ContractChange): boolean =>
  kind === 'new' || kind === 'update' || kind === 'later'

/** Throws `FatalError` with contract and rule when the chain would reject an update. */
export function assertCompatible(plans: readonly ContractPlan[]): void {
  const sentences = plans.flatMap(({ source: { name }, change }) =>
    change.kind === 'incompatible' ? [formatIncompatibility(name, change.errors)] : [],
  )
  if (sentences.length > 0) throw new FatalError(sentences.join('\n'))
}

/** Formats a sentence for an update that the chain would reject. */
export function formatIncompatibility(name: string, errors: readonly string[]): string {
  return `${name} cannot be updated: ${errors.join('; ')}. Change the source, or deploy to another account.`
}
