import type { Address } from '@app/values/address.ts'
import type { EvmAddress } from '@app/values/evm-address.ts'
import type { Chain, TransactionRequest } from '../create-chain.ts'
import type { ActorName } from '../people/account-names.ts'
import * as evm from '../people/evm-transactions.ts'
import * as staking from '../people/staking-transactions.ts'
import type { EvmAction, EvmName, StakingAction } from './calendar.ts'

interface RequestContext {
  chain: Chain
  /** Returns the address of an open account. */
  address: (name: ActorName) => Address
}

/** Builds the transaction of an action with FLOW outside of vaults: in the EVM, or at stake. */
export async function buildOutsideRequest(
  action: EvmAction | StakingAction,
  context: RequestContext,
): Promise<TransactionRequest> {
  const { chain, address } = context
  switch (action.kind) {
    case 'openCoa':
      return evm.buildCoaOpeningRequest(address(action.owner), action.amount)
    case 'depositToCoa':
      return evm.buildCoaDepositRequest(address(action.owner), action.amount)
    case 'withdrawFromCoa':
      return evm.buildCoaWithdrawalRequest(address(action.owner), action.amount)
    case 'deployGame':
      return evm.buildGameDeploymentRequest(address(action.owner))
    case 'payInEvm': {
      const to = await readEvmAddress(action.to, context)
      return evm.buildCoaCallRequest(address(action.from), { to, amount: action.amount })
    }
    case 'payPrize': {
      const to = await readEvmAddress('game', context)
      const data = evm.encodePrize(await readEvmAddress(action.to, context), action.amount)
      return evm.buildCoaCallRequest(address(action.from), { to, amount: '0.0', data })
    }
    case 'payByKey': {
      const to = await readEvmAddress(action.to, context)
      const payment = { from: KEY, to, amount: action.amount }
      return evm.buildRelayedPaymentRequest(chain, address(action.relayer), payment)
    }
    case 'registerNode':
      return staking.buildNodeRegistrationRequest(address('service'))
    case 'beginEpoch':
      return staking.buildEpochRequest(address('service'))
    case 'delegate':
      return staking.buildDelegationRequest(address(action.owner), action.amount)
    case 'unstake':
      return staking.buildUnstakingRequest(address(action.owner), action.amount)
    case 'withdrawStake':
      return staking.buildStakeWithdrawalRequest(address(action.owner), action.amount)
    case 'withdrawRewards':
      return staking.buildRewardWithdrawalRequest(address(action.owner), action.amount)
  }
}

/** The address between trudy and otto. */
const KEY = evm.getEvmSigner('otto')

async function readEvmAddress(
  name: EvmName,
  { chain, address }: RequestContext,
): Promise<EvmAddress> {
  if (name === 'key') return KEY.address
  if (name === 'game') return await evm.readGameAddress(chain, address('studio'))
  return await evm.readCoaAddress(chain, address(name))
}
