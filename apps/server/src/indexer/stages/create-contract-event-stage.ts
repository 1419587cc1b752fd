import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { buildContractEventNameByType, buildContractEventRow } from '../decode/contract-events.ts'
import { type BlockRange, findNextLiveRange } from '../next-range.ts'
import { writeContractEvents } from '../write/write-contract-events.ts'
import { findContractEventGap, startContractCursor } from './queries.ts'

/**
 * Creates the stage that reads the events of the Dharma contracts in blocks that were indexed
 * without them: by an earlier version, or before the contracts were deployed.
 */
export function createContractEventStage(context: Context): Stage {
  const step = () => stepContractEvents(context)
  return {
    name: 'contract-events',
    step: async () => (await tryWithAdvisoryLock(context.pool, 'contractEvents', step)) ?? 'idle',
  }
}

async function stepContractEvents({ flow, config, db, pool }: Context): Promise<'more' | 'idle'> {
  const types = [...buildContractEventNameByType(config.network).keys()]
  if (types.length === 0) return 'idle'
  const gap = await findContractEventGap(db)
  if (gap === null) return 'idle'
  if (gap.coveredTo === null) {
    await startContractCursor(db, gap.fromHeight - 1)
    return 'more'
  }
  const range = findNextLiveRange(gap.coveredTo, gap.toHeight)
  if (range === null) return 'idle'
  const rows = await fetchRows({ flow, config }, types, range)
  await writeContractEvents(pool, rows, range)
  return 'more'
}

async function fetchRows(
  { flow, config }: Pick<Context, 'flow' | 'config'>,
  types: readonly string[],
  { fromHeight, toHeight }: BlockRange,
) {
  const answers = await Promise.all(types.map((type) => flow.getEvents(type, fromHeight, toHeight)))
  return answers.flat().map((event) => buildContractEventRow(event, config.network))
}
