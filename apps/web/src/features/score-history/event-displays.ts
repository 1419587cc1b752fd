import {
  Flag,
  FlagOff,
  Gavel,
  type LucideIcon,
  Scale,
  Snowflake,
  SunSnow,
  TriangleAlert,
  Upload,
} from 'lucide-react'
import type { Tone } from '../../lib/tone.ts'
import type { EventKind } from './list-moments.ts'

interface EventDisplay {
  icon: LucideIcon
  tone: Tone
}

/** The more serious first: it stands for those beside it. */
export const EVENT_DISPLAYS = {
  freeze: { icon: Snowflake, tone: 'bad' },
  flag: { icon: Flag, tone: 'bad' },
  warning: { icon: TriangleAlert, tone: 'poor' },
  appeal: { icon: Scale, tone: 'info' },
  appeal_outcome: { icon: Gavel, tone: 'info' },
  freeze_end: { icon: SunSnow, tone: 'good' },
  lift: { icon: FlagOff, tone: 'good' },
  published: { icon: Upload, tone: 'neutral' },
} as const satisfies Record<EventKind, EventDisplay>

const ORDER = Object.keys(EVENT_DISPLAYS)

/** Returns the most serious kind of some events. */
export function findMainKind(kinds: readonly EventKind[]): EventKind {
  return kinds.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))[0] ?? 'published'
}
