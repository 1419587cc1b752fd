import type { RiskLevel } from '@app/values/risk-level.ts'
import type { SetFigures } from '../backtest/backtest-file.ts'
import { ARTEFACT_LABELS } from '../read/artefact-labels.ts'
import type { Bar } from './bar.ts'

/**
 * What the levels of every set must hold: most illicit wallets below NORMAL, few normal ones, and hardly
 * any where they do the most harm. `run` says how the wallets were scored. Labels that are an artefact
 * of their set have no bar.
 */
export function levelBars(run: string, sets: readonly SetFigures[]): Bar[] {
  return sets
    .filter(({ label }) => !ARTEFACT_LABELS.has(label))
    .flatMap(({ file, label, levelsIllicit, levelsNormal }) => {
      const bar = (who: string, bound: Bar['bound'], [limit, figure]: [number, number]): Bar => ({
        what: `${who}, ${run}, ${label} of ${file}`,
        figure,
        bound,
        limit,
      })
      return [
        bar('illicit below 45', 'at least', [0.75, below45(levelsIllicit)]),
        bar('normal below 45', 'at most', [0.1, below45(levelsNormal)]),
        bar('illicit in TRUSTED', 'at most', [0.01, levelsIllicit.TRUSTED]),
        bar('normal in HIGH_RISK', 'at most', [0.005, levelsNormal.HIGH_RISK]),
      ]
    })
}

const below45 = ({ HIGH_RISK, SUSPICIOUS }: Record<RiskLevel, number>) => HIGH_RISK + SUSPICIOUS
