import type { Context } from '../../runtime/context.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { buildContractEventRow, listContractEventTypes } from '../decode/contract-events.ts'
import { fetchContractEvents, fetchEventTypes } from '../fetch/fetch-range.ts'
import { findNextLiveRange } from '../next-range.ts'
import { writeContractEvents } from '../write/write-contract-events.ts'
import { findContractEventGap, startContractCursor } from './cursors.ts'

/**
 * Creates the stage that reads the events of the Dharma contracts in blocks that were indexed
 * without them: by an earlier version, or before the contracts were deployed.
 */
export function createContractEventCatchUpStage(context: Context): Stage {
  const step = () => stepContractEvents(context)
  return createLockedStage(context, { name: 'contract-events', lock: 'contractEvents', step })
}

async function stepContractEvents({ flow, config, db, pool }: Context): Promise<'more' | 'idle'> {
  const types = listContractEventTypes(config.network)
  if (types === null) return 'idle'
  const gap = await findContractEventGap(db)
  if (gap === null) return 'idle'
  if (gap.coveredTo === null) {
    await startContractCursor(db, gap.fromHeight - 1)
    return 'more'
  }
  const range = findNextLiveRange(gap.coveredTo, gap.toHeight)
  if (range === null) return 'idle'
  const answers = await Promise.all([
    fetchContractEvents(flow, types, range),
    fetchEventTypes(flow, types.vault, range),
  ])
  const events = answers.flat(2).flatMap((block) => block.events)
  const rows = events.map((event) => buildContractEventRow(event, config.network))
  await writeContractEvents(pool, rows, range)
  return 'more'
}
