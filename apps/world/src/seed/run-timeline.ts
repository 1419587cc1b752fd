import * as calls from '@app/contracts/calls.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import type { EvmAddress } from '@app/values/evm-address.ts'
import {
  type Chain,
  type ChainHandle,
  listCreatedAccounts,
  submitInOneBlock,
  type TransactionRequest,
} from '../create-chain.ts'
import type { AccountName, ActorName } from '../people/account-names.ts'
import * as evm from '../people/evm-transactions.ts'
import * as staking from '../people/staking-transactions.ts'
import * as transactions from '../people/transactions.ts'
import { COLLECTIONS } from '../people/transactions.ts'
import type {
  EvmAction,
  EvmName,
  PlannedAction,
  ScheduledAction,
  StakingAction,
} from './calendar.ts'

/** Accounts by name, filled as they open. */
export type Addresses = Map<AccountName, Address>

export const findAddresses = (addresses: Addresses, names: readonly AccountName[]): Address[] =>
  names.flatMap((name) => addresses.get(name) ?? [])

export interface TimelineContext extends ChainHandle {
  addresses: Addresses
  signal: AbortSignal
  /** Awaited after each block. */
  onBlock: () => Promise<void>
}

/** Runs the actions in manual mode, with one block for all actions of the same time. */
export async function runTimeline(
  context: TimelineContext,
  actions: readonly ScheduledAction[],
): Promise<void> {
  const batches = Map.groupBy(actions, ({ atMs }) => atMs)
  for (const [atMs, batch] of batches) {
    context.signal.throwIfAborted()
    const requests: TransactionRequest[] = []
    for (const { action } of batch) requests.push(await buildRequest(context, action))
    await context.control.freezeClock(atMs)
    const results = await submitInOneBlock(context, requests)
    for (const [index, { action }] of batch.entries())
      rememberAddresses(context, action, results[index])
    await context.onBlock()
  }
}

function rememberAddresses(
  { addresses }: TimelineContext,
  action: PlannedAction,
  result: TransactionResult | undefined,
) {
  if (action.kind !== 'openAccounts' || result === undefined) return
  for (const [index, address] of listCreatedAccounts(result).entries()) {
    const name = action.names[index]
    if (name !== undefined) addresses.set(name, address)
  }
}

function createAddressResolver({
  addresses,
  chain,
}: TimelineContext): (name: ActorName) => Address {
  return (name) => {
    if (name === 'service') return chain.service.address
    const address = addresses.get(name)
    if (address === undefined) throw new FatalError(`${name} has no account yet`)
    return address
  }
}

async function buildRequest(
  context: TimelineContext,
  action: PlannedAction,
): Promise<TransactionRequest> {
  const { chain } = context
  const address = createAddressResolver(context)
  const service = chain.service.address
  switch (action.kind) {
    case 'openAccounts':
      return buildAccountOpening(chain, action)
    case 'issue': {
      const issued = { to: address(action.to), amount: parseUfix64(action.amount) }
      return { call: calls.issueDollars(issued), signers: [service] }
    }
    case 'pay': {
      const ends = { from: address(action.from), to: address(action.to) }
      const request = transactions.buildPaymentRequest({ ...action, ...ends })
      return action.by === undefined ? request : { ...request, payer: address(action.by) }
    }
    case 'payMany': {
      const payments = new Map(
        [...action.payments].map(([name, amount]) => [address(name), amount]),
      )
      return transactions.buildBatchPaymentRequest(address(action.from), payments, action.token)
    }
    case 'sweep':
      return transactions.buildSweepRequest(address(action.thief), address(action.victim), ['TUSD'])
    case 'sweepNfts': {
      const call = calls.sweepCollection({ collection: COLLECTIONS[action.collection] })
      return { call, signers: [address(action.thief), address(action.victim)] }
    }
    case 'buyPrint':
      return { call: calls.buyPrint(), signers: [address(action.buyer)] }
    case 'awardPass': {
      const { season } = action
      return { call: calls.awardPass({ to: address(action.to), season }), signers: [service] }
    }
    case 'openVault':
      return transactions.buildVaultOpeningRequest(address(action.owner), {
        recoveryAddress: address(action.recoveryAddress),
        perDay: action.perDay,
      })
    case 'depositToVault':
      return transactions.buildVaultDepositRequest(address(action.owner), action.amount)
    case 'sendNft': {
      const [from, to] = [address(action.from), address(action.to)]
      const collection = COLLECTIONS[action.collection]
      const script = calls.getIds({ address: from, collection })
      const [id] = (await chain.runScript(script)) as bigint[]
      if (id === undefined) throw new FatalError(`${action.from} holds no ${action.collection}`)
      return { call: calls.sendNft({ id, to, collection, receiver: collection }), signers: [from] }
    }
    case 'forwardShare':
      throw new FatalError('removeUnaffordablePayments replaces every forwardShare by a payment')
    default:
      return buildOutsideRequest(action, { chain, address })
  }
}

function buildAccountOpening(
  { service }: Chain,
  { names, flow }: Extract<PlannedAction, { kind: 'openAccounts' }>,
): TransactionRequest {
  const call = calls.openAccounts({
    publicKey: service.publicKeyHex,
    count: names.length,
    flowEach: parseUfix64(flow),
  })
  return { call, signers: [service.address] }
}

interface RequestContext {
  chain: Chain
  address: (name: ActorName) => Address
}

/** Builds the transaction of an action with FLOW outside of vaults: in the EVM, or at stake. */
async function buildOutsideRequest(
  action: EvmAction | StakingAction,
  context: RequestContext,
): Promise<TransactionRequest> {
  const { chain, address } = context
  switch (action.kind) {
    case 'openCoa':
    case 'depositToCoa':
    case 'withdrawFromCoa':
      return evm.buildCoaRequest(action.kind, address(action.owner), action.amount)
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
    case 'unstake':
    case 'withdrawStake':
    case 'withdrawRewards':
      return staking.buildStakeRequest(action.kind, address(action.owner), action.amount)
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
