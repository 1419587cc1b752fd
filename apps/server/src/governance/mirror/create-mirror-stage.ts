import { parseAddress } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import {
  advanceMirrorCursor,
  applyEvent,
  notifyChanges,
  readNewEvents,
  recordChangedAddresses,
} from './write-event.ts'

/** Maximum number of events per step. */
const EVENTS_PER_STEP = 500

/**
 * Creates the stage that turns indexed contract events into the dao_* tables. Rows, changes,
 * cursor and notifications are one transaction; events may come in any order of blocks.
 */
export function createMirrorStage(context: Pick<Context, 'pool' | 'db'>): Stage {
  const step = () => stepMirror(context)
  return createLockedStage(context, { name: 'governance', lock: 'governance', step })
}

async function stepMirror({ db }: Pick<Context, 'db'>): Promise<'more' | 'idle'> {
  return await db.transaction().execute(async (queries) => {
    const events = await readNewEvents(queries, EVENTS_PER_STEP)
    const last = events.at(-1)
    if (last === undefined) return 'idle'
    const changed = new Set<string>()
    for (const event of events) {
      for (const subject of await applyEvent(queries, event)) changed.add(subject)
    }
    const subjects = [...changed]
    const addresses = subjects.map(parseAddress).filter((address) => address !== null)
    await recordChangedAddresses(queries, addresses)
    await advanceMirrorCursor(queries, last.seq)
    await notifyChanges(queries, subjects)
    return 'more'
  })
}
