import type { Tone } from '../../lib/tone.ts'

/** Patterns for strokes and areas of an SVG, the same as those of bars (`patterns.css`). `id` is unique in the page. */
export function TonePatterns({ id }: { id: string }) {
  return (
    <defs>
      {TONES.map((tone) => (
        <pattern key={tone} id={`${id}-${tone}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" className={AREA_CLASSES[tone]} />
          {MARKS[tone]}
        </pattern>
      ))}
    </defs>
  )
}

/** Returns the paint of a tone, as a value of `stroke` or `fill`. */
export const getTonePaint = (id: string, tone: Tone): string => `url(#${id}-${tone})`

const TONES: readonly Tone[] = ['good', 'fair', 'poor', 'bad', 'info', 'neutral']

const AREA_CLASSES: Readonly<Record<Tone, string>> = {
  good: 'fill-good-fill',
  fair: 'fill-fair-fill',
  poor: 'fill-poor-fill',
  bad: 'fill-bad-fill',
  info: 'fill-info',
  neutral: 'fill-surface',
}

const MARKS = {
  good: null,
  fair: <circle cx="3" cy="3" r="1" className="fill-fill-mark-on-fair" />,
  poor: <path d="M1 0v6" className="stroke-fill-mark" strokeWidth="1.5" />,
  bad: <path d="M0 0l6 6M6 0l-6 6" className="stroke-fill-mark" strokeWidth="0.9" />,
  info: null,
  neutral: <path d="M-1 1l2 -2M0 6l6 -6M5 7l2 -2" className="stroke-unknown" strokeWidth="1.25" />,
} as const satisfies Readonly<Record<Tone, unknown>>
