import { addContract, addWalletBook, listInWallet } from '@app/contracts/calls.ts'
import {
  DEPLOYMENT_ORDER,
  LOCAL_ONLY_CONTRACTS,
  readContractSource,
} from '@app/contracts/contract-sources.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { type ChainHandle, submitInOneBlock, type TransactionRequest } from '../create-chain.ts'
import { NAMED_ACCOUNTS } from '../people/account-names.ts'
import { assignRoles, type RoleAccounts, type RoleKeys } from './assign-roles.ts'
import { HISTORY_DAYS, type ScheduledAction, subtractDays } from './calendar.ts'
import { planHistory } from './plan-history.ts'
import { createRandom } from './random.ts'
import { type Addresses, runTimeline, type TimelineContext } from './run-timeline.ts'

export interface SeedOptions {
  /** End of the history, in Unix milliseconds. */
  presentMs: number
  /** Aborts between two blocks. */
  signal: AbortSignal
}

/** A world some days before its present. */
export interface SeededWorld extends RoleAccounts {
  /** Addresses of all accounts by name; `advanceToPresent` adds newbie's. */
  addresses: Addresses
}

/** Something that happens at a time of the history beside the planned actions. */
interface TimedAct {
  atMs: number
  /** Runs while each transaction gets a block of its own. */
  perform: () => Promise<void>
}

interface PresentOptions extends SeedOptions {
  /** Awaited after each block, and after each act. */
  onBlock: () => Promise<void>
  /** Oldest first. */
  acts: readonly TimedAct[]
}

/** Fixed, so that every world has the same people and the same history. */
const RANDOM_SEED = 1

/**
 * Days before the end of the history on which the agent begins: just before mallory's first raid. The
 * community has voted for five days, and a member may vote seven days after its first publication.
 */
const SET_UP_DAYS_AGO = 30

/**
 * Fills a fresh chain with contracts, people and months of their history, up to the day on which
 * the agent and the DAO get their roles, and stops the clock there. Blocks are committed manually.
 */
export async function seedWorld(
  chainHandle: ChainHandle,
  { presentMs, signal }: SeedOptions,
  { roleKeys, onProgress }: { roleKeys: RoleKeys; onProgress: (sentence: string) => void },
): Promise<SeededWorld> {
  const onBlock = async () => {}
  const context: TimelineContext = { ...chainHandle, addresses: new Map(), signal, onBlock }
  const { actions, setUpAtMs } = planHistoryUpTo(presentMs)
  const past = actions.filter(({ atMs }) => atMs < setUpAtMs)
  onProgress(`Running ${HISTORY_DAYS} days of history in ${actions.length} transactions`)
  await chainHandle.control.setMode({ mode: 'manual' })
  await chainHandle.control.freezeClock(subtractDays(presentMs, HISTORY_DAYS))
  await deployContracts(chainHandle)
  await runTimeline(context, past)
  await chainHandle.control.freezeClock(setUpAtMs)
  const roles = await assignRoles(chainHandle, roleKeys)
  return { ...roles, addresses: context.addresses }
}

/**
 * Runs the remaining days of a seeded world with their acts, opens newbie's account and stops the
 * clock at the present. Blocks are committed manually.
 */
export async function advanceToPresent(
  chainHandle: ChainHandle,
  { addresses }: Pick<SeededWorld, 'addresses'>,
  { presentMs, signal, onBlock, acts }: PresentOptions,
): Promise<void> {
  const context: TimelineContext = { ...chainHandle, addresses, signal, onBlock }
  const { actions, setUpAtMs } = planHistoryUpTo(presentMs)
  const newbie = { kind: 'openAccounts', names: ['newbie'], flow: '0.0' } as const
  const remaining = [
    ...actions.filter(({ atMs }) => atMs >= setUpAtMs),
    { atMs: presentMs, action: newbie },
  ]
  const { control } = chainHandle
  await control.setMode({ mode: 'manual' })
  let rest = remaining
  for (const act of acts) {
    const due = rest.filter(({ atMs }) => atMs <= act.atMs)
    await runTimeline(context, due)
    rest = rest.slice(due.length)
    signal.throwIfAborted()
    // A block of its time: who signs counts the validity of 24 hours from the latest block, which may be older than that.
    await control.freezeClock(act.atMs)
    await control.commitBlocks()
    await control.setMode({ mode: 'auto' })
    await act.perform()
    await onBlock()
    await control.setMode({ mode: 'manual' })
  }
  await runTimeline(context, rest)
  await submitInOneBlock(chainHandle, [buildWalletListing(context)])
  await onBlock()
}

function planHistoryUpTo(presentMs: number): { actions: ScheduledAction[]; setUpAtMs: number } {
  return {
    actions: planHistory(presentMs, createRandom(RANDOM_SEED)),
    setUpAtMs: subtractDays(presentMs, SET_UP_DAYS_AGO),
  }
}

function buildWalletListing({ chain, addresses }: TimelineContext): TransactionRequest {
  const named = NAMED_ACCOUNTS.map((name) => [name, addresses.get(name)] as const)
  const accounts = new Map(named.flatMap(([name, address]) => (address ? [[name, address]] : [])))
  return { call: listInWallet({ accounts }), signers: [chain.service.address] }
}

/**
 * In the order of their imports: the tokens and NFTs of this world, stand-ins for contracts that
 * emulators lack, and the product's contracts.
 */
const CONTRACTS_IN_ORDER = [
  ...['TestDollar', 'LotusToken', 'GardenPass', 'StonePrint'],
  ...LOCAL_ONLY_CONTRACTS,
  ...DEPLOYMENT_ORDER,
]

/** Deploys the contracts of the local world to the service account, in one block. */
async function deployContracts(chainHandle: ChainHandle): Promise<void> {
  const { address, publicKeyHex: publicKey } = chainHandle.chain.service
  const calls = [
    addWalletBook({ code: readContractSource('FCL'), publicKey }),
    ...CONTRACTS_IN_ORDER.map((name) =>
      addContract({ name, code: resolveImports(readContractSource(name), 'local') }),
    ),
  ]
  await submitInOneBlock(
    chainHandle,
    calls.map((call) => ({ call, signers: [address] })),
  )
}
