import type { Tone } from '../../lib/tone.ts'

/** Text on a soft background of the same colour: badges, banners, icon tiles. */
export const SOFT_TONE_CLASSES: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  fair: 'bg-fair-soft text-fair',
  poor: 'bg-poor-soft text-poor',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-sunken text-ink-soft',
}

/** Solid areas, too small for a pattern: dots, legends. */
export const FILL_TONE_CLASSES: Readonly<Record<Tone, string>> = {
  good: 'bg-good-fill',
  fair: 'bg-fair-fill',
  poor: 'bg-poor-fill',
  bad: 'bg-bad-fill',
  info: 'bg-info',
  neutral: 'bg-line-strong',
}

/** Bars and bands: filled, and with the pattern of the tone. */
export const BAR_TONE_CLASSES: Readonly<Record<Tone, string>> = {
  good: 'bg-good-fill',
  fair: 'bg-fair-fill pattern-fair inset-ring inset-ring-fill-edge',
  poor: 'bg-poor-fill pattern-poor',
  bad: 'bg-bad-fill pattern-bad',
  info: 'bg-info',
  neutral: 'bg-line-strong',
}
