import type { AccusationCounts, AccusationFigures } from '@app/score/tables/accuracy.ts'
import type { AcceptanceThreshold } from './acceptance-threshold.ts'

/** Share of the ordinary wallets that may be flagged by their behaviour alone, on a day of any kind. */
const MAX_ORDINARY_FLAGGED = 1 / 500

interface AccusationLimits {
  set: string
  label: string
  /** Share of illicit wallets flagged on days on which they are a tenth: only where all of the worst are admitted. */
  minIllicitFlagged?: number
}

const ACCUSATION_LIMITS: readonly AccusationLimits[] = [
  { set: 'broad', label: 'illicit' },
  { set: 'graph', label: 'phishing', minIllicitFlagged: 0.1 },
  { set: 'raw', label: 'phishing', minIllicitFlagged: 0.1 },
  { set: 'raw', label: 'hack' },
]

/** Returns the thresholds for accusations by behaviour alone of wallets that the tables were not fitted to. */
export function buildAccusationThresholds(
  figures: readonly AccusationFigures[],
): AcceptanceThreshold[] {
  return ACCUSATION_LIMITS.flatMap(({ set, label, minIllicitFlagged }) => {
    const own = figures.filter((one) => one.set === set && one.label === label)
    const ordinary = {
      metric: `ordinary flagged by behaviour alone, ${set}, ${label}`,
      figure: findMaxFlaggedShare(own),
      bound: 'at most',
      limit: MAX_ORDINARY_FLAGGED,
    } as const
    if (minIllicitFlagged === undefined) return [ordinary]
    const busy = own.find(({ illicitShare }) => illicitShare === 0.1)
    const illicit = {
      metric: `illicit flagged by behaviour alone where they are 10 %, ${set}, ${label}`,
      figure: busy === undefined ? null : computeFlaggedShare(busy.illicit),
      bound: 'at least',
      limit: minIllicitFlagged,
    } as const
    return [ordinary, illicit]
  })
}

function findMaxFlaggedShare(figures: readonly AccusationFigures[]): number | null {
  return figures.length === 0
    ? null
    : Math.max(...figures.map(({ ordinary }) => computeFlaggedShare(ordinary)))
}

const computeFlaggedShare = ({ flagged, wallets }: AccusationCounts): number => flagged / wallets
