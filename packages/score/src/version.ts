import type { PointsTables } from './points-table.ts'
import { POINTS_TABLES } from './tables/points-tables.ts'

/** Version of the engine and its points tables; stored with every score. */
export const SCORE_VERSION = '1.4.0'

/** What one version of the score judges by, as far as versions differ in it. */
export interface ScoreRules {
  version: string
  /** Number of the decoding of blocks that its facts follow from (`apps/server/src/indexer/decode/decoding.ts`). */
  decoding: number
  tables: PointsTables
  /** Whether a denied appeal is evidence against the wallet. */
  countsDeniedAppeals: boolean
  /** Whether the absence of contact is said of the indexed part alone where a history is incomplete. */
  limitsAbsence: boolean
}

/** The versions of the score that can be computed. */
export interface KnownRules {
  current: ScoreRules
  /** Newest first. */
  earlier: readonly ScoreRules[]
}

/** The versions that this release computes. Scores of others are verified with their release. */
export const SCORE_RULES: KnownRules = {
  current: {
    version: SCORE_VERSION,
    decoding: 2,
    tables: POINTS_TABLES,
    countsDeniedAppeals: false,
    limitsAbsence: true,
  },
  earlier: [
    {
      version: '1.3.0',
      decoding: 1,
      tables: POINTS_TABLES,
      countsDeniedAppeals: true,
      limitsAbsence: false,
    },
  ],
}

/** Names the versions of `SCORE_RULES`, newest first: '1.4.0 or 1.3.0'. */
export const KNOWN_VERSIONS = [SCORE_RULES.current, ...SCORE_RULES.earlier]
  .map(({ version }) => version)
  .join(' or ')

/** Returns the rules of a version; `undefined` when they are not known. */
export const findRules = (
  version: string,
  { current, earlier }: KnownRules = SCORE_RULES,
): ScoreRules | undefined => [current, ...earlier].find((rules) => rules.version === version)
