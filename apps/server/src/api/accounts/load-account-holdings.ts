import type { Holdings } from '@app/api/schemas/account/holdings.ts'
import { NodeBusyError, NodeInvalidResponseError, NodeUnreachableError } from '@app/flow/errors.ts'
import type { HoldingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { formatDecimal } from '@app/values/amount.ts'
import { isFlowVault } from '@app/values/tokens/flow-vault.ts'
import { getTokenSymbol } from '@app/values/tokens/token-symbol.ts'
import { loadHoldings } from '../../facts/load-holdings.ts'
import type { Api } from '../api.ts'
import { readHoldingHeight, readTokenActivity, type TokenActivity } from './read-token-activity.ts'

/** Loads what an account holds: NFTs and token sums from the tables, the FLOW from the node. */
export async function loadAccountHoldings(
  api: Pick<Api, 'context' | 'node'>,
  address: Address,
): Promise<Holdings> {
  const { db } = api.context
  const [activity, holdings, nftsReadAtHeight, balance] = await Promise.all([
    readTokenActivity(db, address),
    loadHoldings(db, address),
    readHoldingHeight(db, address),
    readFlowBalance(api, address),
  ])
  return {
    tokens: activity.map((row) => toTokenHolding(row, balance)),
    nfts: (holdings ?? []).map(toNftHolding),
    nftsReadAtHeight,
  }
}

/** Reads the balance from the node; `null` where there is no account, or while it does not answer. */
async function readFlowBalance(
  { context, node }: Pick<Api, 'context' | 'node'>,
  address: Address,
): Promise<bigint | null> {
  if (node.state().outage !== null) return null
  try {
    return (await context.flow.getAccount(address))?.balanceUnits ?? null
  } catch (error) {
    if (isNodeFailure(error)) return null
    throw error
  }
}

const isNodeFailure = (error: unknown) =>
  error instanceof NodeUnreachableError ||
  error instanceof NodeBusyError ||
  error instanceof NodeInvalidResponseError

const toTokenHolding = (
  { token, received, sent, transfers, last_seconds }: TokenActivity,
  flowBalance: bigint | null,
) => ({
  token: getTokenSymbol(token),
  ...(flowBalance !== null && isFlowVault(token) && { amount: formatDecimal(flowBalance) }),
  received: formatDecimal(received),
  sent: formatDecimal(sent),
  transfers,
  ...(last_seconds !== null && { lastTime: toTime(last_seconds) }),
})

const toNftHolding = ({ collection, count, isSelfMinted, firstDepositSeconds }: HoldingFacts) => ({
  collection: getTokenSymbol(collection),
  count,
  isSelfMinted,
  ...(firstDepositSeconds !== null && { since: toTime(firstDepositSeconds) }),
})

const toTime = (seconds: number) => new Date(seconds * 1000).toISOString()
