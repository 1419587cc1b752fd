import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Stage } from '../../runtime/stage.ts'
import type { AlertRoom } from '../room.ts'
import { writeActiveAgain } from './write-active-again.ts'
import { writeHeld } from './write-held.ts'
import { writeReminders } from './write-reminders.ts'
import { writeUnreached } from './write-unreached.ts'

/** Creates the stage for what only time brings about: digests, reminders, ends of clearances. */
export function createTimeStage(room: AlertRoom): Stage {
  const step: Stage['step'] = async () => {
    await writeHeld(room)
    const tip = await loadIndexedTip(room.context)
    if (tip === null) return 'idle'
    await writeUnreached(room, tip.timeMs)
    await writeReminders(room, tip.timeMs)
    await writeActiveAgain(room)
    return 'idle'
  }
  return { name: 'alert times', step }
}
