import { getNextRun, getOverdue } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { findAction, lockActions, type NewAction, queueAction } from '../write-action.ts'
import { scoreOrLogFailure } from './score-or-log-failure.ts'
import { selectRoundRobin } from './select-round-robin.ts'

const CHECK_INTERVAL_MS = 60_000

/** Overdue addresses looked at in one step. */
const MAX_REVIVALS_PER_STEP = 20

/**
 * Finds once a minute addresses whose run panicked, or could not be paid, and has them revived. They take
 * turns: an address that cannot be scored, or revived, stays overdue and must not hold up the others.
 */
export function createWatchdogStage(context: Context, now: () => number): Stage {
  let nextCheckMs = Number.NEGATIVE_INFINITY
  let lastAddress: Address | null = null
  return {
    name: 'watchdog',
    step: async () => {
      if (now() < nextCheckMs) return 'idle'
      nextCheckMs = now() + CHECK_INTERVAL_MS
      const addresses = selectRoundRobin(
        await readOverdueAddresses(context),
        lastAddress,
        MAX_REVIVALS_PER_STEP,
      )
      for (const address of addresses) {
        lastAddress = address
        await queueRevival(context, address)
      }
      return addresses.length > 0 ? 'more' : 'idle'
    },
  }
}

async function readOverdueAddresses({ flow, config }: Context): Promise<Address[]> {
  const question = { contract: 'DharmaRecheck', call: getOverdue() }
  const overdue = await readContract({ flow, network: config.network }, question)
  return (overdue?.value ?? []) as Address[]
}

/** Unix seconds since when the run of an address is overdue; `null` when it is not watched any more. */
async function readNextRunSeconds(
  { flow, config }: Context,
  address: Address,
): Promise<bigint | null> {
  const question = { contract: 'DharmaRecheck', call: getNextRun({ address }) }
  const dueAt = await readContract({ flow, network: config.network }, question)
  return typeof dueAt?.value === 'bigint' ? dueAt.value / UNITS_PER_TOKEN : null
}

async function queueRevival(context: Context, address: Address): Promise<void> {
  const sinceSeconds = await readNextRunSeconds(context, address)
  if (sinceSeconds === null) return
  const score = await scoreOrLogFailure(context, address)
  if (score === null) return
  const since = new Date(Number(sinceSeconds) * 1000).toISOString()
  await queueUnlessOpenOrRecent(context, {
    kind: 'schedule_recheck',
    address,
    idempotencyKey: `overdue since ${sinceSeconds}`,
    evidenceHash: score.evidenceHash,
    reason: `The recheck that was due at ${since} was not followed by another.`,
  })
}

/** One that ended without effect, such as with an empty fund, is made again after an hour. */
async function queueUnlessOpenOrRecent({ db }: Context, action: NewAction): Promise<void> {
  await db.transaction().execute(async (queries) => {
    await lockActions(queries, action.address)
    const before = await findAction(queries, action)
    const hasEnded = before?.status === 'sealed' || before?.status === 'failed'
    if (before === null || (hasEnded && !before.isRecent)) await queueAction(queries, action)
  })
}
