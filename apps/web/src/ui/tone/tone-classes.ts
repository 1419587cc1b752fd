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

/** Solid areas: dots, bars, bands. What their colour says stands beside them in words. */
export const FILL_TONE_CLASSES: Readonly<Record<Tone, string>> = {
  good: 'bg-good-fill',
  fair: 'bg-fair-fill inset-ring inset-ring-fill-edge',
  poor: 'bg-poor-fill',
  bad: 'bg-bad-fill',
  info: 'bg-info',
  neutral: 'bg-line-strong',
}
