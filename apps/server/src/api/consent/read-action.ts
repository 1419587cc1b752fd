import type { GovernanceAction, RecoveryAddress } from '@app/contracts/consent-message.ts'
import {
  getAction,
  getProposalMessage,
  getRecoveryAddress,
} from '@app/contracts/scripts.generated.ts'
import { parseCadenceError } from '@app/flow/decode/parse-cadence-error.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Address } from '@app/values/address.ts'
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
  return action.name === 'recover' ? { ...action, ...toSeconds(action) } : action
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
  await requireProposable(context, { name, target })
  if (name === 'freeze') return { name, target }
  if (name === 'unfreeze') return { name, target, appealedCaseId: null }
  const call = getRecoveryAddress({ address: target })
  const vault = await runContractScript(context, 'DharmaVault', call)
  if (vault === null) {
    const message = `${target} has no guarded vault to recover.`
    throw new ApiFailure('proposal_refused', { message })
  }
  return { name, target, ...toSeconds(vault as RecoveryAddress) }
}

/** Lets the contract build the action once; the other arguments of the script do not matter. */
async function requireProposable(context: Chain, { name, target }: ActionDraft): Promise<void> {
  const numbers = { sequence: 1, validUntil: 0 }
  const other = { reasonHash: '', proposer: target, ...numbers }
  const call = getProposalMessage({ action: name, target, ...other })
  try {
    await runContractScript(context, 'DharmaGovernance', call)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const message = formatContractSentence(parseCadenceError(error.text).message)
    throw new ApiFailure('proposal_refused', { message })
  }
}

/** Scripts return time in units of 10⁻⁸ seconds. */
function toSeconds(answer: RecoveryAddress): RecoveryAddress {
  const { recoveryAddress, recoveryAddressSince, recoveryAddressBefore } = answer
  return {
    recoveryAddress,
    recoveryAddressSince: recoveryAddressSince / UNITS_PER_TOKEN,
    recoveryAddressBefore,
  }
}
