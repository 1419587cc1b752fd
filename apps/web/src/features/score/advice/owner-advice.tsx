import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { STATUS_HASH } from '../../../ui/status/status-hash.ts'
import { PointsBadge } from '../../../ui/tone/points-badge.tsx'
import { AdvicePoints } from './advice-points.tsx'
import { type AdviceSituation, describeOwnerAdvice } from './describe-advice.ts'

interface OwnerAdviceProps {
  situation: AdviceSituation
  isOwn: boolean
  improve: ScoreResult['improve']
}

/** What the owner can do: the appeal where something is held against the wallet, else what protects it and raises its score. */
export function OwnerAdvice({ situation, isOwn, improve }: OwnerAdviceProps) {
  return (
    <>
      <AdvicePoints advice={describeOwnerAdvice(situation)} />
      {situation.isAccused ? <AppealLink isOwn={isOwn} /> : <Improvements improve={improve} />}
    </>
  )
}

function AppealLink({ isOwn }: { isOwn: boolean }) {
  return (
    <p className="mt-3">
      <a href={STATUS_HASH} className="link">
        {isOwn ? 'Go to what is held against it' : 'Connect this wallet there'}
      </a>
    </p>
  )
}

/** What would raise the score, and by how much; and what would not. */
function Improvements({ improve }: { improve: ScoreResult['improve'] }) {
  return (
    <div className="mt-4 grid gap-x-10 gap-y-4 border-t border-line pt-4 text-[0.9375rem] sm:grid-cols-2">
      {improve.length > 0 && (
        <div>
          <h3 className="font-semibold">What would raise the score</h3>
          <ul className="mt-2 space-y-2">
            {improve.map(({ code, text, points }) => (
              <li key={code} className="flex gap-3">
                <PointsBadge points={points} />
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3 className="font-semibold">What cannot raise it</h3>
        <ul className="mt-2 list-disc space-y-1.5 pl-5 text-ink-soft marker:text-ink-faint">
          <li>Publishing the score, or asking for a review: both only repeat what is known.</li>
          <li>NFTs that the wallet made for itself.</li>
          <li>What you say: a statement stands beside a reason, and moves no points.</li>
        </ul>
      </div>
    </div>
  )
}
