import type { Factor } from '@app/values/factor.ts'
import { LITTLE_DATA } from '@app/values/reason-code.ts'
import { ChevronRight } from 'lucide-react'
import { toReasonTone } from '../../../lib/tone.ts'
import { CardPart } from '../../../ui/card.tsx'
import { useOpened } from '../../../ui/disclosure.tsx'
import { PointsBadge } from '../../../ui/tone/badge.tsx'
import { UserText } from '../../../ui/user-text.tsx'
import { ReasonDetails, type ScoreReason } from './reason-item.tsx'

export function StrongestReasons({ reasons }: { reasons: readonly ScoreReason[] }) {
  const strongest = findStrongest(reasons)
  if (strongest.length === 0) return null
  return (
    <CardPart
      title="The strongest reasons"
      action={<span className="text-small text-ink-faint">in points of the score</span>}
    >
      <ul className="-mx-2 -my-2 divide-y divide-line">
        {strongest.map((reason) => (
          <ReasonRow key={`${reason.factor} ${reason.code}`} reason={reason} />
        ))}
      </ul>
    </CardPart>
  )
}

/** A reason as one line, which opens to its sentence, its range and its transactions. */
function ReasonRow({ reason }: { reason: ScoreReason }) {
  const { wasOpened, props } = useOpened()
  return (
    <li>
      <details className="group" {...props}>
        <summary className="flex min-h-11 list-none items-center gap-3 rounded-control px-2 py-1.5 transition-colors hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <PointsBadge points={reason.points} tone={toReasonTone(reason)} />
          <UserText className="leading-snug font-medium">{reason.headline}</UserText>
          <ChevronRight
            className="ml-auto size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
        </summary>
        {wasOpened && (
          <div className="px-2 pb-3 sm:pl-19">
            <ReasonDetails reason={reason} />
          </div>
        )}
      </details>
    </li>
  )
}

const STRONGEST_COUNT = 3

/**
 * Returns the reasons that move the score most, the strongest first. What rests on too little data is one reason, whichever
 * factors it concerns, and stays even where its points cancel out.
 */
export const findStrongest = (reasons: readonly ScoreReason[]): ScoreReason[] =>
  joinLittleData(reasons)
    .filter(({ code, points }) => code === LITTLE_DATA || Math.round(points * 10) !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, STRONGEST_COUNT)

function joinLittleData(reasons: readonly ScoreReason[]): ScoreReason[] {
  const [first, ...others] = reasons.filter(({ code }) => code === LITTLE_DATA)
  if (first === undefined) return [...reasons]
  const joined = others.reduce(joinReasons, first)
  return [joined, ...reasons.filter(({ code }) => code !== LITTLE_DATA)]
}

/** Counts points in tenths, so that the sum is exact, and each transaction once. */
function joinReasons(a: ScoreReason, b: ScoreReason): ScoreReason {
  const known = new Set(a.evidence.map(({ txId }) => txId))
  return {
    ...a,
    text: a.text.includes(b.text) ? a.text : `${a.text}; ${b.text}`,
    points: (Math.round(a.points * 10) + Math.round(b.points * 10)) / 10,
    evidence: [...a.evidence, ...b.evidence.filter(({ txId }) => !known.has(txId))],
  }
}

/** Returns the reasons of a factor that are not among the strongest, which stand elsewhere. */
export function listOtherReasons(reasons: readonly ScoreReason[], factor: Factor): ScoreReason[] {
  const strongest = findStrongest(reasons)
  const isStrongest = (reason: ScoreReason) =>
    strongest.some(
      ({ factor: other, code }) =>
        code === reason.code && (other === reason.factor || code === LITTLE_DATA),
    )
  return reasons.filter((reason) => reason.factor === factor && !isStrongest(reason))
}
