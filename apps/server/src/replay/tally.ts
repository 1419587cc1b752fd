import {
  computeAdmissionLimit,
  computeExpectedFalseAlarms,
} from '@app/score/behaviour/benjamini-hochberg.ts'
import { readJudgedDay } from '../agent/decision/judged-accounts.ts'
import type { Context } from '../runtime/context.ts'
import { countJudged } from './replay-database.ts'
import type { BlockPosition, ReplayReport } from './replay-report.ts'

const DAY_MS = 86_400_000

type Totals = Pick<
  ReplayReport,
  'first' | 'last' | 'blocksWithEvents' | 'judgedAccounts' | 'expectedFalseAlarms'
>

/** Counts the blocks of the range, and what was judged in them. */
export interface Tally {
  /** Call it before the block is written. */
  beforeBlock(block: BlockPosition): Promise<void>
  finish(): Promise<Totals>
}

/**
 * Creates a tally. A day ends 24 hours of block time after its first block; the expected number of false alarms is
 * the sum over the days, each with the accounts that were judged on it and the admission limit at its end.
 */
export function createTally({ db }: Pick<Context, 'db'>): Tally {
  const blocks: { first: BlockPosition | null; last: BlockPosition | null; count: number } = {
    first: null,
    last: null,
    count: 0,
  }
  let dayStartMs: number | null = null
  let expectedFalseAlarms = 0
  const endDay = async () => {
    if (dayStartMs === null) return
    const toMs = dayStartMs + DAY_MS
    const judged = await countJudged(db, { fromMs: dayStartMs, toMs })
    const limit = computeAdmissionLimit(await readJudgedDay(db, toMs - 1))
    expectedFalseAlarms += computeExpectedFalseAlarms(judged, limit)
  }
  return {
    beforeBlock: async ({ height, timeMs }) => {
      if (dayStartMs === null || timeMs >= dayStartMs + DAY_MS) {
        await endDay()
        dayStartMs = timeMs
      }
      blocks.last = { height, timeMs }
      blocks.first ??= blocks.last
      blocks.count += 1
    },
    finish: async () => {
      await endDay()
      const { first, last, count: blocksWithEvents } = blocks
      const fromMs = first?.timeMs ?? Number.MAX_SAFE_INTEGER
      const judgedAccounts = await countJudged(db, { fromMs, toMs: Number.MAX_SAFE_INTEGER })
      return { first, last, blocksWithEvents, judgedAccounts, expectedFalseAlarms }
    },
  }
}
