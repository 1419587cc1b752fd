import type { Factor } from '@app/values/factor.ts'

/** Id of the row of a factor, and of the URL hash that leads there. */
export const getFactorId = (factor: Factor): string => `factor-${factor}`

export function openFactor(factor: Factor): void {
  const row = document.getElementById(getFactorId(factor))
  if (!(row instanceof HTMLDetailsElement)) return
  row.open = true
  row.scrollIntoView({ block: 'center' })
  row.querySelector('summary')?.focus({ preventScroll: true })
}
