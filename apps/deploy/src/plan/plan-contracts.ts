import { getCode, getHashes, tryUpdate } from '@app/contracts/calls.ts'
import { isWriteInScript } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { FatalError } from '@app/values/errors.ts'
import {
  type ContractSource,
  type DeploymentTarget,
  runScript,
} from '../target/deployment-target.ts'

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

export interface LineDiff {
  added: number
  removed: number
}

/** Counts the lines of `after` that are not in `before`, and the reverse. Moved lines count as neither. */
export function computeLineDiff(before: string, after: string): LineDiff {
  return { added: countMissing(after, before), removed: countMissing(before, after) }
}

function countMissing(text: string, other: string): number {
  const unmatched = new Map<string, number>()
  for (const line of other.split('\n')) unmatched.set(line, (unmatched.get(line) ?? 0) + 1)
  return text.split('\n').filter((line) => {
    const count = unmatched.get(line) ?? 0
    unmatched.set(line, count - 1)
    return count <= 0
  }).length
}

/** Headline of Cadence's list of reasons. */
const REJECTION_HEADLINE = 'cannot deploy invalid contract'

/**
 * Returns the reasons why the chain would reject the code as an update of the deployed one; empty if it would
 * accept it. Runs the chain's own update check in a script, which changes nothing.
 */
export async function findUpdateErrors(
  target: DeploymentTarget,
  { name, code }: ContractSource,
): Promise<string[]> {
  try {
    await runScript(target, tryUpdate({ address: target.account.address, name, code }))
    return []
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    // The code was accepted, and then not written.
    if (isWriteInScript(error.text)) return []
    const updateErrors = parseCadenceErrors(error.text)
    return updateErrors.length === 0 ? [error.message] : updateErrors
  }
}

/** Parses Cadence's reasons, each with its location, such as 'DharmaScore:12:8', and the text at the marker. */
export function parseCadenceErrors(text: string): string[] {
  return text
    .split(/^error: /m)
    .slice(1)
    .filter((errorText) => !errorText.startsWith(REJECTION_HEADLINE))
    .map((errorText) => {
      const [sentence = ''] = errorText.split('\n')
      const location = /^ *--> \w+\.(\S+)/m.exec(errorText)?.[1]
      const mark = /\^+ +(.+)$/m.exec(errorText)?.[1]
      const details = mark === undefined ? sentence : `${sentence}: ${mark}`
      return location === undefined ? details : `${details} (${location})`
    })
}
