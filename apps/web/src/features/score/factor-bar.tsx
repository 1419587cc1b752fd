import { toFactorTone } from '../../lib/tone.ts'
import { BAR_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'

/** The percent bar of a factor. Hidden from screen readers: the number stands beside it. */
export function FactorBar({ value, className }: { value: number; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block h-2.5 overflow-hidden rounded-full bg-track ${className}`}
    >
      <span
        className={`block h-full rounded-full transition-[width] duration-700 ease-out ${BAR_TONE_CLASSES[toFactorTone(value)]}`}
        style={{ width: `${value * 100}%` }}
      />
    </span>
  )
}
