import type { AccuracyFigure } from '@app/api/accuracy.ts'

/** What happens when wallets are accused by their score alone, in whole wallets. */
export interface Accusations {
  found: number
  missed: number
  /** Ordinary wallets that are accused. */
  wrong: number
  /** Share of the accused that are illicit. */
  precision: number
}

interface Crowd {
  wallets: number
  illicit: number
  /** Share of the ordinary wallets that are accused. */
  falsePositiveRate: number
}

/** Accusations in a crowd of which `recall` of the illicit wallets are found. */
export function accusationsIn(crowd: Crowd, recall: number): Accusations {
  const found = Math.round(crowd.illicit * recall)
  const wrong = Math.round((crowd.wallets - crowd.illicit) * crowd.falsePositiveRate)
  const accused = found + wrong
  const precision = accused === 0 ? 0 : found / accused
  return { found, missed: crowd.illicit - found, wrong, precision }
}

/** The figure with the lowest recall at 1 % false positives: what to expect at the least. */
export function weakestOf(figures: readonly AccuracyFigure[]): AccuracyFigure | undefined {
  return figures.toSorted((a, b) => a.recallAt1 - b.recallAt1)[0]
}
