import { getNextRun, getOverdue } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Context } from '../../context.ts'
import { askContract } from '../../onchain/ask-contract.ts'
import type { Stage } from '../../stage.ts'
import { findAction, type NewAction, oneAtATimeFor, queueAction } from '../queue-action.ts'
import { scoreOrSkip } from './score-or-skip.ts'

const ASK_EVERY_MS = 60_000

/** Overdue addresses looked at in one step. */
const REVIVED_PER_STEP = 20

/** Finds once a minute the addresses whose run panicked, or could not be paid, and has them booked anew. */
export function createWatchdogStage(context: Context, now: () => number): Stage {
  let nextMs = Number.NEGATIVE_INFINITY
  return {
    name: 'watchdog',
    step: async () => {
      if (now() < nextMs) return 'idle'
      nextMs = now() + ASK_EVERY_MS
      const late = await readLate(context)
      for (const one of late) await revive(context, one)
      return late.length > 0 ? 'more' : 'idle'
    },
  }
}

/** An address, and since when its run is overdue. */
interface Late {
  address: Address
  sinceSeconds: bigint
}

async function readLate({ flow, config }: Context): Promise<Late[]> {
  const place = { flow, network: config.network }
  const overdue = await askContract(place, { contract: 'DharmaRecheck', call: getOverdue() })
  const late: Late[] = []
  for (const address of ((overdue?.answer ?? []) as Address[]).slice(0, REVIVED_PER_STEP)) {
    const call = getNextRun({ address })
    const dueAt = (await askContract(place, { contract: 'DharmaRecheck', call }))?.answer
    if (typeof dueAt === 'bigint') late.push({ address, sinceSeconds: dueAt / UNITS_PER_TOKEN })
  }
  return late
}

async function revive(context: Context, { address, sinceSeconds }: Late): Promise<void> {
  const score = await scoreOrSkip(context, address)
  if (score === null) return
  const since = new Date(Number(sinceSeconds) * 1000).toISOString()
  await queueUnlessRecent(context, {
    kind: 'schedule_recheck',
    address,
    occasion: `overdue since ${sinceSeconds}`,
    evidenceHash: score.evidenceHash,
    reason: `The recheck that was due at ${since} was not followed by another.`,
  })
}

/** One that ended without effect, such as with an empty fund, is made again after an hour. */
async function queueUnlessRecent({ db }: Context, action: NewAction): Promise<void> {
  await db.transaction().execute(async (queries) => {
    await oneAtATimeFor(queries, action.address)
    const before = await findAction(queries, action)
    const hasEnded = before?.status === 'sealed' || before?.status === 'failed'
    if (before === null || (hasEnded && !before.isRecent)) await queueAction(queries, action)
  })
}
