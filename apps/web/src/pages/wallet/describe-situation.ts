import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { canAppeal, isAccused, isRobbed } from '../../features/protection/describe-protection.ts'
import type { AdviceSituation } from '../../features/score/advice/describe-advice.ts'
import { hasInsufficientData } from '../../features/score/score-card.tsx'

/** Returns what the advice about a wallet depends on; without its status, nothing stands against it. */
export function describeSituation(
  { metadata }: Pick<ScoreResult, 'metadata'>,
  protection: Protection | undefined,
  nowMs: number,
): AdviceSituation {
  const score = {
    riskLevel: metadata.riskLevel,
    isUnknown: hasInsufficientData(metadata),
    isRobbed: isRobbed(metadata.flags),
  }
  if (protection === undefined) {
    return { ...score, isAccused: false, isOnlyWarned: false, appeal: 'none' }
  }
  const isHeld = isAccused(protection, nowMs)
  return {
    ...score,
    isAccused: isHeld,
    isOnlyWarned: isHeld && !isAccused({ ...protection, accusation: null }, nowMs),
    appeal: findAppeal(protection),
  }
}

function findAppeal(protection: Protection): AdviceSituation['appeal'] {
  if (canAppeal(protection)) return 'possible'
  if (protection.appeals.some(({ outcome }) => outcome === 'open')) return 'open'
  return protection.remedies.some(({ kind }) => kind === 'owner_statement') ? 'statement' : 'none'
}
