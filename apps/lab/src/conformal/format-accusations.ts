import type { AccusationCounts, AccusationFigures } from '@app/score/tables/accuracy.ts'

/** Formats the accusations of one set and label as a line of text without its end. */
export function formatAccusations({
  set,
  label,
  illicitShare,
  ordinary,
  illicit,
}: AccusationFigures): string {
  const judged = illicitShare === null ? 'each alone' : `${illicitShare * 100} % illicit`
  return `${set}, ${label}, ${judged}: ordinary ${formatCounts(ordinary)}; illicit ${formatCounts(illicit)}`
}

function formatCounts({ wallets, flagged, warned, suspected }: AccusationCounts): string {
  return `${flagged} of ${wallets} flagged, ${warned} warned, ${suspected} admitted from 30 to 45`
}
