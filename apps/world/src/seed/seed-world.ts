import { listInWallet } from '@app/contracts/transactions.generated.ts'
import { type ChainHandle, submitInOneBlock } from '../chain/send-in-one-block.ts'
import type { TransactionRequest } from '../chain/transaction-request.ts'
import { type AccountName, MEMBERS, NAMED_ACCOUNTS } from '../people/account-names.ts'
import { assignRoles, buildWatchRequests, type RoleAccounts } from './assign-roles.ts'
import { HISTORY_DAYS, subtractDays } from './calendar.ts'
import { deployContracts } from './deploy-contracts.ts'
import { planHistory } from './plan-history.ts'
import type { Random } from './random.ts'
import { type Addresses, runTimeline, type TimelineContext } from './run-timeline.ts'
import type { ScheduledAction } from './scheduled-action.ts'

export interface SeedOptions {
  random: Random
  onProgress: (sentence: string) => void
  /** Aborts the seeding between two blocks. */
  signal: AbortSignal
}

/** A world some days before the present. */
export interface SeededWorld extends RoleAccounts {
  /** Addresses of all accounts by name; `advanceToPresent` adds newbie's. */
  addresses: Addresses
  /** Runs the remaining days, opens newbie's account, and lets the clock run in real time. */
  advanceToPresent(): Promise<void>
}

/**
 * Days before the end of the history: a member may vote seven days after the first publication of
 * its score.
 */
const SET_UP_DAYS_AGO = 8

/**
 * Fills a fresh chain with contracts, people and months of their history, up to the day on which
 * the agent and the DAO get their roles, and stops the clock there. Blocks are committed manually.
 */
export async function seedWorld(
  chainHandle: ChainHandle,
  { random, onProgress, signal }: SeedOptions,
): Promise<SeededWorld> {
  const nowMs = Date.now()
  const setUpAtMs = subtractDays(nowMs, SET_UP_DAYS_AGO)
  const context: TimelineContext = { ...chainHandle, addresses: new Map(), signal }
  const history = planHistory(nowMs, random)
  const isBeforeSetUp = ({ atMs }: ScheduledAction) => atMs < setUpAtMs
  onProgress(`Running ${HISTORY_DAYS} days of history in ${history.length} transactions`)
  await chainHandle.control.setMode({ mode: 'manual' })
  await chainHandle.control.freezeClock(subtractDays(nowMs, HISTORY_DAYS))
  await deployContracts(chainHandle)
  await runTimeline(context, history.filter(isBeforeSetUp))
  await chainHandle.control.freezeClock(setUpAtMs)
  const roles = await assignRoles(chainHandle)
  const remaining = history.filter((action) => !isBeforeSetUp(action))
  const advanceToPresent = async () => {
    await runRemaining(context, remaining)
    await submitInOneBlock(chainHandle, [
      buildWalletListing(context),
      ...buildWatchRequests(roles, findAddresses(context, MEMBERS)),
    ])
  }
  return { ...roles, addresses: context.addresses, advanceToPresent }
}

async function runRemaining(
  context: TimelineContext,
  remaining: readonly ScheduledAction[],
): Promise<void> {
  const { control } = context
  await control.setMode({ mode: 'manual' })
  await runTimeline(context, remaining)
  await runTimeline(context, [
    { atMs: Date.now(), action: { kind: 'openAccounts', names: ['newbie'], flow: '0.0' } },
  ])
  await control.runClock(0)
}

/** Adds the people's names to the account list of the dev wallet. */
function buildWalletListing({ chain, addresses }: TimelineContext): TransactionRequest {
  const named = NAMED_ACCOUNTS.map((name) => [name, addresses.get(name)] as const)
  const accounts = new Map(named.flatMap(([name, address]) => (address ? [[name, address]] : [])))
  return { call: listInWallet({ accounts }), signers: [chain.service.address] }
}

const findAddresses = ({ addresses }: TimelineContext, names: readonly AccountName[]) =>
  names.flatMap((name) => addresses.get(name) ?? [])
