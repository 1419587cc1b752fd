import type { KnownRules } from '@app/score/version.ts'

/** What decides by which version of the score a signer judges. */
export interface VersionSituation {
  /** The version by which it has judged; `null` in a database that never noted one. */
  kept: string | null
  /** The oldest decoding that has read blocks which the node still has; `null` while nothing is indexed. */
  oldestDecoding: number | null
  /** Whether votes are open that it has to judge. */
  isBusy: boolean
}

/**
 * Decides by which version of the score a signer judges: by the present one once the blocks have been read for it and no
 * vote is open, until then by the one before. Pure.
 */
export function decideVersion(
  { kept, oldestDecoding, isBusy }: VersionSituation,
  { current, earlier }: KnownRules,
): string {
  const decoding = oldestDecoding ?? current.decoding
  const isRead = decoding >= current.decoding
  const before = earlier.find((rules) =>
    kept === null ? !isRead && rules.decoding <= decoding : rules.version === kept,
  )
  return before === undefined || (isRead && !isBusy) ? current.version : before.version
}
