import { getNextRun, getOverdue } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Context } from '../../context.ts'
import { askContract } from '../../onchain/ask-contract.ts'
import type { Stage } from '../../stage.ts'
import { findAction, type NewAction, oneAtATimeFor, queueAction } from '../queue-action.ts'
import { scoreOrSkip } from './score-or-skip.ts'
import { takeInTurn } from './take-in-turn.ts'

const ASK_EVERY_MS = 60_000

/** Overdue addresses looked at in one step. */
const REVIVED_PER_STEP = 20

/**
 * Finds once a minute addresses whose run panicked, or could not be paid, and has them revived. They take
 * turns: an address that cannot be scored, or revived, stays overdue and must not hold up the others.
 */
export function createWatchdogStage(context: Context, now: () => number): Stage {
  let nextMs = Number.NEGATIVE_INFINITY
  let last: Address | null = null
  return {
    name: 'watchdog',
    step: async () => {
      if (now() < nextMs) return 'idle'
      nextMs = now() + ASK_EVERY_MS
      const addresses = takeInTurn(await readOverdue(context), last, REVIVED_PER_STEP)
      for (const address of addresses) {
        last = address
        await revive(context, address)
      }
      return addresses.length > 0 ? 'more' : 'idle'
    },
  }
}

async function readOverdue({ flow, config }: Context): Promise<Address[]> {
  const question = { contract: 'DharmaRecheck', call: getOverdue() }
  const overdue = await askContract({ flow, network: config.network }, question)
  return (overdue?.answer ?? []) as Address[]
}

/** Unix seconds since when the run of an address is overdue; `null` when it is not watched any more. */
async function readDueAt({ flow, config }: Context, address: Address): Promise<bigint | null> {
  const question = { contract: 'DharmaRecheck', call: getNextRun({ address }) }
  const dueAt = await askContract({ flow, network: config.network }, question)
  return typeof dueAt?.answer === 'bigint' ? dueAt.answer / UNITS_PER_TOKEN : null
}

async function revive(context: Context, address: Address): Promise<void> {
  const sinceSeconds = await readDueAt(context, address)
  if (sinceSeconds === null) return
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
