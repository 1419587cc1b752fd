import type { AccuracyFigure } from '@app/api/schemas/reference.ts'

/** The result of accusing wallets by their score alone, in whole wallets. */
export interface Accusations {
  truePositives: number
  falseNegatives: number
  /** Ordinary wallets that are accused. */
  falsePositives: number
  /** Share of the accused that are illicit. */
  precision: number
}

interface Population {
  wallets: number
  illicit: number
  /** Share of the ordinary wallets that are accused. */
  falsePositiveRate: number
}

/** Computes the accusations in a population when the share `recall` of the illicit wallets is found. */
export function computeAccusations(population: Population, recall: number): Accusations {
  const found = Math.round(population.illicit * recall)
  const wrong = Math.round((population.wallets - population.illicit) * population.falsePositiveRate)
  const accused = found + wrong
  const precision = accused === 0 ? 0 : found / accused
  return {
    truePositives: found,
    falseNegatives: population.illicit - found,
    falsePositives: wrong,
    precision,
  }
}

/** Returns the figure with the lowest recall at 1 % false positives. */
export function findWeakestFigure(figures: readonly AccuracyFigure[]): AccuracyFigure | undefined {
  return figures.toSorted((a, b) => a.recallAt1 - b.recallAt1)[0]
}
