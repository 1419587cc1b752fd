import { createHash } from 'node:crypto'
import type { ConformalTable } from '@app/score/behaviour/conformal-table.ts'
import type { AccusationCounts, AccusationFigures } from '@app/score/tables/accuracy.ts'
import type { WalletSet } from '../read/read-wallet-sets.ts'
import type { LabelledWallet } from '../read/wallet.ts'
import { computeUnseenPValue } from './compute-unseen-p-value.ts'
import {
  countAccusationsAlone,
  countAccusationsOfDay,
  type JudgedWallet,
} from './count-accusations.ts'

/** Shares of illicit wallets among those judged on a day; `null` judges every wallet on a day of its own. */
export const ILLICIT_SHARES = [null, 0.01, 0.1] as const

type Scores = ReadonlyMap<LabelledWallet, number>
type JudgedLabel = Pick<AccusationFigures, 'set' | 'label'> & Record<Side, JudgedWallet[]>
type Side = 'ordinary' | 'illicit'

/**
 * Computes how many wallets of each illicit label, and of the ordinary ones of its set, would be accused by their
 * behaviour alone. `scores` are by tables that were not fitted to the wallet. Labels without scores are left out.
 */
export function computeAccusationFigures(
  sets: readonly WalletSet[],
  scores: Scores,
  tables: readonly ConformalTable[],
): AccusationFigures[] {
  const labels = sets.flatMap((set) => judgeLabels(set, scores, tables))
  return labels.flatMap(({ set, label, ...wallets }) =>
    ILLICIT_SHARES.map((illicitShare) => ({
      set,
      label,
      illicitShare,
      ...(illicitShare === null ? countAlone(wallets) : countOverDays(wallets, illicitShare)),
    })),
  )
}

function judgeLabels(
  { name, wallets }: WalletSet,
  scores: Scores,
  tables: readonly ConformalTable[],
): JudgedLabel[] {
  const judge = (wallet: LabelledWallet): JudgedWallet[] => {
    const score = scores.get(wallet)
    if (score === undefined) return []
    const ownSet = wallet.isIllicit ? null : name
    return [{ score, pValue: computeUnseenPValue(tables, score, ownSet) }]
  }
  const ordinary = wallets.filter(({ isIllicit }) => !isIllicit).flatMap(judge)
  const illicit = wallets.filter((wallet) => wallet.isIllicit && scores.has(wallet))
  return [...Map.groupBy(shuffle(illicit), ({ label }) => label)].map(([label, own]) => ({
    set: name,
    label,
    ordinary,
    illicit: own.flatMap(judge),
  }))
}

/** Returns the wallets in the order of the SHA-256 of their addresses: arbitrary, but the same in every run. */
function shuffle(wallets: readonly LabelledWallet[]): LabelledWallet[] {
  const hash = ({ address }: LabelledWallet): string =>
    createHash('sha256').update(`day:${address}`).digest('hex')
  return wallets
    .map((wallet) => ({ wallet, key: hash(wallet) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ wallet }) => wallet)
}

function countAlone({ ordinary, illicit }: Record<Side, JudgedWallet[]>) {
  return { ordinary: countAccusationsAlone(ordinary), illicit: countAccusationsAlone(illicit) }
}

/**
 * Spreads the illicit wallets over days so that they are the given share of each, and judges all ordinary ones on
 * every day. Illicit wallets that do not fill a day are left out, unless they do not fill the first one.
 */
function countOverDays({ ordinary, illicit }: Record<Side, JudgedWallet[]>, illicitShare: number) {
  const perDay = Math.max(1, Math.round((ordinary.length * illicitShare) / (1 - illicitShare)))
  const days = Math.max(1, Math.floor(illicit.length / perDay))
  const counts = Array.from({ length: days }, (_, day) =>
    countAccusationsOfDay(ordinary, illicit.slice(day * perDay, (day + 1) * perDay)),
  )
  return {
    ordinary: mergeCounts(counts, 'ordinary', Math.max),
    illicit: mergeCounts(counts, 'illicit', (a, b) => a + b),
  }
}

function mergeCounts(
  days: readonly Record<Side, AccusationCounts>[],
  side: Side,
  merge: (a: number, b: number) => number,
): AccusationCounts {
  const fold = (name: keyof AccusationCounts): number =>
    days.reduce((merged, day) => merge(merged, day[side][name]), 0)
  return {
    wallets: fold('wallets'),
    flagged: fold('flagged'),
    warned: fold('warned'),
    suspected: fold('suspected'),
  }
}
