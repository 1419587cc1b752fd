import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { getAction, getProposalMessage } from '@app/contracts/scripts.generated.ts'
import { parseCadenceError } from '@app/flow/decode/parse-cadence-error.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { type Address, parseAddress, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import type { Context } from '../../runtime/context.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { runContractScript } from './run-contract-script.ts'

type Chain = Pick<Context, 'config' | 'flow'>

/** Reads what an existing proposal does. Throws `ApiFailure` when there is none of that number. */
export async function readProposalAction(
  context: Chain,
  proposalId: number,
): Promise<GovernanceAction> {
  const call = getAction({ id: proposalId })
  const answer = await runContractScript(context, 'DharmaGovernance', call)
  if (answer === null) throw new ApiFailure('proposal_not_found')
  const action = answer as GovernanceAction
  if (action.name !== 'recover') return action
  // Scripts return time in units of 10⁻⁸ seconds.
  return { ...action, recoveryAddressSince: action.recoveryAddressSince / UNITS_PER_TOKEN }
}

/** What a person wants to propose. */
export interface ActionDraft {
  name: GovernanceAction['name']
  target: Address
}

/**
 * Reads what a new proposal would do, as the chain stands now. Throws `ApiFailure` with the contract's
 * sentence when it cannot be opened, such as a recovery without a frozen guarded vault.
 */
export async function readNewAction(
  context: Chain,
  { name, target }: ActionDraft,
): Promise<GovernanceAction> {
  const lines = await readNewLines(context, { name, target })
  const find = (label: string) =>
    lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2) ?? null
  const findNumber = (label: string) => {
    const text = find(label)
    return text === null ? null : BigInt(text)
  }
  if (name === 'freeze') return { name, target }
  const freezeNumber = findNumber('Freeze')
  if (name === 'unfreeze') return { name, target, flagNumber: findNumber('Flag'), freezeNumber }
  const sinceMs = Date.parse((find('Recovery address since') ?? '').replace(' UTC', 'Z'))
  return {
    name,
    target,
    freezeNumber: freezeNumber ?? 0n,
    recoveryAddress: toAddress(find('Recovery address') ?? ''),
    recoveryAddressSince: BigInt(sinceMs / 1000),
    recoveryAddressBefore: parseAddress(find('Recovery address before') ?? ''),
  }
}

/**
 * Lets the contract build the lines that describe the action; the other arguments of the script do
 * not matter.
 */
async function readNewLines(context: Chain, { name, target }: ActionDraft): Promise<string[]> {
  const numbers = { sequence: 1, validUntil: 0 }
  const other = { reasonHash: '', proposer: target, ...numbers }
  const call = getProposalMessage({ action: name, target, ...other })
  try {
    return String(await runContractScript(context, 'DharmaGovernance', call)).split('\n')
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const message = formatContractSentence(parseCadenceError(error.text).message)
    throw new ApiFailure('proposal_refused', { message })
  }
}
