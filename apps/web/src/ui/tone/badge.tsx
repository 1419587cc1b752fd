import type { ReactNode } from 'react'
import type { Tone } from '../../lib/tone.ts'
import { SOFT_TONE_CLASSES } from './tone-classes.ts'

/** A short text on a coloured background. The colour adds no information to the text. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${SOFT_TONE_CLASSES[tone]}`}
    >
      {children}
    </span>
  )
}
