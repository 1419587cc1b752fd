import { getNextRun, getOverdue } from '@app/contracts/calls.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { isRecent, toIsoTime } from '@app/values/time.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import type { Context } from '../../runtime/context.ts'
import { readPauses } from '../../runtime/pauses.ts'
import type { Stage } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { findAction, lockActions, type NewAction, queueAction } from '../write-action.ts'

const CHECK_INTERVAL_MS = 60_000

/** Maximum number of overdue addresses handled in one step. */
const MAX_REVIVALS_PER_STEP = 20

/**
 * Creates the stage that once a minute finds addresses whose run panicked or could not be paid, and
 * queues their restart. Addresses are handled round-robin, because one that cannot be scored or
 * restarted stays overdue and must not block the others.
 */
export function createWatchdogStage(context: Context, now: () => number): Stage {
  let lastCheckMs = Number.NEGATIVE_INFINITY
  let lastAddress: Address | null = null
  return {
    name: 'watchdog',
    step: async () => {
      if (isRecent(lastCheckMs, now(), CHECK_INTERVAL_MS)) return 'idle'
      lastCheckMs = now()
      const addresses = selectRoundRobin(
        await readOverdueAddresses(context),
        lastAddress,
        MAX_REVIVALS_PER_STEP,
      )
      const pauses = await readPauses(context, 'watchdog')
      for (const address of addresses) {
        lastAddress = address
        await pauses.attempt(address, () => queueRevival(context, address))
      }
      return addresses.length > 0 ? 'more' : 'idle'
    },
  }
}

/**
 * Returns up to `count` addresses in ascending order, starting after `last` and wrapping around to
 * the lowest. Repeated calls with the last returned address reach every address.
 */
export function selectRoundRobin(
  addresses: readonly Address[],
  last: Address | null,
  count: number,
): Address[] {
  const ordered = [...addresses].sort()
  const isLater = (address: Address) => last === null || address > last
  const later = ordered.filter(isLater)
  const others = ordered.filter((address) => !isLater(address))
  return [...later, ...others].slice(0, count)
}

async function readOverdueAddresses({ flow, config }: Context): Promise<Address[]> {
  const query = { contract: 'DharmaRecheck', call: getOverdue() }
  const overdue = await readContract({ flow, network: config.network }, query)
  return (overdue?.value ?? []) as Address[]
}

/**
 * Returns the Unix seconds at which the next run of an address is due, or `null` when it is no
 * longer watched.
 */
async function readNextRunSeconds(
  { flow, config }: Context,
  address: Address,
): Promise<bigint | null> {
  const query = { contract: 'DharmaRecheck', call: getNextRun({ address }) }
  const dueAt = await readContract({ flow, network: config.network }, query)
  return typeof dueAt?.value === 'bigint' ? dueAt.value / UNITS_PER_TOKEN : null
}

async function queueRevival(context: Context, address: Address): Promise<void> {
  const sinceSeconds = await readNextRunSeconds(context, address)
  if (sinceSeconds === null) return
  const { evidenceHash } = await scoreAccount(context, address, 'agent')
  const since = toIsoTime(Number(sinceSeconds))
  await queueUnlessOpenOrRecent(context, {
    kind: 'schedule_recheck',
    address,
    idempotencyKey: `overdue since ${sinceSeconds}`,
    evidenceHash,
    reason: `The recheck of ${address} that was due at ${since} was not followed by another.`,
  })
}

/**
 * Queues the action unless the same one is open or ended within the last hour; one without effect,
 * such as with an empty fund, is so retried hourly.
 */
async function queueUnlessOpenOrRecent({ db }: Context, action: NewAction): Promise<void> {
  await db.transaction().execute(async (queries) => {
    await lockActions(queries, action.address)
    const before = await findAction(queries, action)
    const hasEnded = before?.status === 'sealed' || before?.status === 'failed'
    if (before === null || (hasEnded && !before.isRecent)) await queueAction(queries, action)
  })
}
