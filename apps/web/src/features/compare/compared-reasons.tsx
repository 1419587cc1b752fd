import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { findName } from '../../lib/address-input/parse-address-input.ts'
import { useConfig } from '../../lib/config/config-context.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { toReasonTone } from '../../lib/tone.ts'
import { Card } from '../../ui/card.tsx'
import { PointsBadge } from '../../ui/tone/points-badge.tsx'

/** The reasons of one of two wallets, the strongest first. */
export function ComparedReasons({ result: { address, reasons } }: { result: ScoreResult }) {
  const name = findName(address, useConfig().people) ?? shortenAddress(address)
  const sorted = reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return (
    <Card title={`Reasons for ${name}`}>
      <ul className="grid gap-3">
        {sorted.map(({ factor, code, headline, text, points }) => (
          <li key={`${factor} ${code}`} className="flex gap-3 text-[0.9375rem]">
            <PointsBadge points={points} tone={toReasonTone({ code, points })} />
            <p className="min-w-0 wrap-break-word">
              <span className="font-medium">{headline}</span>
              {text !== headline && <span className="block text-sm text-ink-soft">{text}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
