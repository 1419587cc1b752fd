import {
  addContract,
  getAbsent,
  getAnswers,
  getCode,
  getHashes,
  tryUpdate,
  updateContract,
} from '@app/contracts/calls.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { isWriteInScript } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DeployStep } from './step.ts'
import { type ContractSource, type DeploymentTarget, runScript } from './target.ts'

/** A contract with the change that it needs on the chain. */
export interface ContractPlan {
  source: ContractSource
  kind: 'new' | 'unchanged' | 'update'
  /** Such as '+4 −0 lines'. */
  size?: string
  /** Why the chain would reject the update now; it is tried again after those of `after`. */
  errors: readonly string[]
  /** Contracts that it imports and that change before it. */
  after: readonly string[]
}

/**
 * Plans the change of each contract, in the order of deployment. Throws `FatalError` when a contract of others that
 * one of ours imports is not at its address in flow.json.
 */
export async function planContracts(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<ContractPlan[]> {
  await assertImportsDeployed(target, sources)
  const hashes = await readDeployedHashes(target, sources)
  const plans: ContractPlan[] = []
  for (const source of sources) {
    const hash = hashes[source.name]
    if (hash !== undefined && hash !== source.hash) {
      plans.push(await planUpdate(target, source, plans))
    } else {
      const kind = hash === undefined ? 'new' : 'unchanged'
      plans.push({ source, kind, errors: [], after: [] })
    }
  }
  return plans
}

async function assertImportsDeployed(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<void> {
  const { network, contractAddresses } = target
  const external = sources
    .flatMap(({ imports }) => imports)
    .filter((name) => !(name in contractAddresses))
    .map((name) => [name, toAddress(getContractAddress(name, network))] as const)
  const places = new Map(external)
  const absent = (await runScript(target, getAbsent({ places }))) as string[]
  if (absent.length === 0) return
  const list = absent.map((name) => `${name} at ${places.get(name)}`).join(', ')
  throw new FatalError(`Not on ${network}: ${list}. Correct the addresses in flow.json.`)
}

/** Reads the SHA3-256 (hex) of the deployed code, by contract name. Contracts that are not deployed are left out. */
async function readDeployedHashes(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<Readonly<Record<string, string>>> {
  const names = sources.map(({ name }) => name)
  const script = getHashes({ address: target.account.address, names })
  return (await runScript(target, script)) as Record<string, string>
}

async function planUpdate(
  target: DeploymentTarget,
  source: ContractSource,
  before: readonly ContractPlan[],
): Promise<ContractPlan> {
  const { address } = target.account
  const deployed = await runScript(target, getCode({ address, name: source.name }))
  const size = describeDifference(String(deployed), source.code)
  const errors = await findUpdateErrors(target, source)
  const after = before
    .filter(({ kind, source: { name } }) => kind !== 'unchanged' && source.imports.includes(name))
    .map((plan) => plan.source.name)
  return { source, kind: 'update', size, errors, after }
}

export function describeContracts(plans: readonly ContractPlan[]): string[] {
  const width = Math.max(...plans.map(({ source }) => source.name.length))
  return plans.map((plan) => `  ${plan.source.name.padEnd(width)} ${describeChange(plan)}`)
}

function describeChange({ source, kind, size, errors, after }: ContractPlan): string {
  if (kind === 'new') return `new, ${(source.code.length / 1000).toFixed(1)} kB`
  if (kind === 'unchanged') return kind
  if (errors.length === 0) return `update, ${size}`
  return after.length === 0
    ? `incompatible, ${size}`
    : `update, ${size}, tried again after ${after.join(', ')}`
}

/** Throws `FatalError` with contract and rule when the chain would reject an update. */
export function assertCompatible(plans: readonly ContractPlan[]): void {
  const sentences = plans
    .filter(({ errors, after }) => errors.length > 0 && after.length === 0)
    .map(({ source, errors }) => formatIncompatibility(source.name, errors))
  if (sentences.length > 0) throw new FatalError(sentences.join('\n'))
}

const formatIncompatibility = (name: string, errors: readonly string[]): string =>
  `${name} cannot be updated: ${errors.join('; ')}. Change the source, or deploy to another account.`

/** Builds a step for each contract that is new or changed, in the order of deployment. */
export function buildContractSteps(
  target: DeploymentTarget,
  plans: readonly ContractPlan[],
): DeployStep[] {
  return plans
    .filter(({ kind }) => kind !== 'unchanged')
    .map(({ source, kind }) => {
      const { name, code, hash } = source
      return {
        label: `${kind === 'new' ? 'Add' : 'Update'} ${name}`,
        prepare: async () => {
          if (kind === 'new') return addContract({ name, code })
          const errors = await findUpdateErrors(target, source)
          if (errors.length > 0) throw new FatalError(formatIncompatibility(name, errors))
          return updateContract({ name, code })
        },
        authorizers: target.signers,
        isDone: async () => (await readDeployedHashes(target, [source]))[name] === hash,
      }
    })
}

/**
 * Proves that the chain has the sources and that they work together. Returns the findings as lines. Throws
 * `FatalError` otherwise.
 */
export async function proveContracts(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<string[]> {
  const { address } = target.account
  const hashes = await readDeployedHashes(target, sources)
  const wrong = sources.find(({ name, hash }) => hashes[name] !== hash)
  if (wrong !== undefined) {
    throw new FatalError(
      `The code of ${wrong.name} on the chain is not the source: run deploy again.`,
    )
  }
  await assertContractsLoad(target, sources)
  const answers = (await runScript(target, getAnswers({ address }))) as Record<string, string>
  return [
    `The code of ${sources.length} contracts in ${address} has the hashes of the sources`,
    `All ${sources.length} contracts load and work together`,
    ...Object.entries(answers)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, answer]) => `${name} answers: ${answer}`),
  ]
}

/** Loading fails if a contract does not match one that it imports. */
async function assertContractsLoad(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<void> {
  const imports = sources.map(({ name }) => `import "${name}"`).join('\n')
  const types = sources.map(({ name }) => `${name}.getType()`).join(', ')
  const cadence = `${imports}\n\naccess(all) fun main(): Int {\n    return [${types}].length\n}\n`
  try {
    await runScript(target, { cadence, args: [] })
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    throw new FatalError(
      `The contracts do not work together: ${parseCadenceErrors(error.text).join('; ')}. Correct the sources and deploy again.`,
    )
  }
}

/** Counts the lines of `after` that are not in `before`, and the reverse. Moved lines count as neither. */
export const describeDifference = (before: string, after: string): string =>
  `+${countMissing(after, before)} −${countMissing(before, after)} lines`

function countMissing(text: string, other: string): number {
  const unmatched = Map.groupBy(other.split('\n'), (line) => line)
  return text.split('\n').filter((line) => unmatched.get(line)?.pop() === undefined).length
}

/** Headline of Cadence's list of reasons. */
const REJECTION_HEADLINE = 'cannot deploy invalid contract'

/**
 * Returns the reasons why the chain would reject the code as an update of the deployed one; empty if it would
 * accept it. Runs the chain's own update check in a script, which changes nothing.
 */
async function findUpdateErrors(
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
