import { type RiskLevel, SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import type { SetFigures } from '../backtest/backtest-file.ts'
import { ARTEFACT_LABELS } from '../read/artefact-labels.ts'
import type { AcceptanceThreshold } from './acceptance-threshold.ts'

/**
 * Returns the thresholds for the levels of every set: most illicit wallets and few normal ones below NORMAL,
 * almost no illicit ones in TRUSTED, and almost no normal ones in HIGH_RISK. `run` describes how the wallets
 * were scored. Labels that are an artefact of their set have no threshold.
 */
export function buildLevelThresholds(
  run: string,
  sets: readonly SetFigures[],
): AcceptanceThreshold[] {
  return sets
    .filter(({ label }) => !ARTEFACT_LABELS.has(label))
    .flatMap(({ file, label, levelsIllicit, levelsNormal }) => {
      const buildThreshold = (
        who: string,
        bound: AcceptanceThreshold['bound'],
        [limit, figure]: [number, number],
      ): AcceptanceThreshold => ({
        metric: `${who}, ${run}, ${label} of ${file}`,
        figure,
        bound,
        limit,
      })
      return [
        buildThreshold(`illicit below ${SUSPECTED_BELOW}`, 'at least', [
          0.75,
          computeSuspectedShare(levelsIllicit),
        ]),
        buildThreshold(`normal below ${SUSPECTED_BELOW}`, 'at most', [
          0.1,
          computeSuspectedShare(levelsNormal),
        ]),
        buildThreshold('illicit in TRUSTED', 'at most', [0.01, levelsIllicit.TRUSTED]),
        buildThreshold('normal in HIGH_RISK', 'at most', [0.005, levelsNormal.HIGH_RISK]),
      ]
    })
}

const computeSuspectedShare = ({ HIGH_RISK, SUSPICIOUS }: Record<RiskLevel, number>) =>
  HIGH_RISK + SUSPICIOUS
