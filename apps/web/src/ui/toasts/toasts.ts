import type { Tone } from '../../lib/tone.ts'

/** A short message that disappears by itself. */
export interface Toast {
  id: number
  text: string
  tone: Extract<Tone, 'neutral' | 'good' | 'bad'>
}

const SHOWN_MS = 5_000
/** Older ones leave when there are more. */
const MAX_TOASTS = 3

let toasts: readonly Toast[] = []
let latestId = 0
const listeners = new Set<() => void>()

const show = (text: string, tone: Toast['tone']): void => {
  const added = { id: ++latestId, text, tone }
  replaceToasts([...toasts, added].slice(-MAX_TOASTS))
  setTimeout(() => replaceToasts(toasts.filter(({ id }) => id !== added.id)), SHOWN_MS)
}

/** Shows a short message for a few seconds, which screen readers read out. */
export const toast = Object.assign((text: string) => show(text, 'neutral'), {
  success: (text: string) => show(text, 'good'),
  error: (text: string) => show(text, 'bad'),
})

/** Returns the messages that are shown now, oldest first. */
export const getToasts = (): readonly Toast[] => toasts

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function replaceToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
