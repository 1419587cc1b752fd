import type { ReactNode } from 'react'
import type { Tone } from '../lib/tone.ts'
import { SOFT_TONE_CLASSES } from './tone-classes.ts'

/** A short word on its own ground; the colour only repeats what the word says. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${SOFT_TONE_CLASSES[tone]}`}
    >
      {children}
    </span>
  )
}
