import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { findName } from '../../lib/address-input/parse-address-input.ts'
import { useConfig } from '../../lib/config/config-context.ts'
import { formatPercent, formatSignedPoints } from '../../lib/format/format.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { toFactorTone } from '../../lib/tone.ts'
import { Card } from '../../ui/card.tsx'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import { FILL_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { type ComparedFactor, compareFactors } from './compare-factors.ts'

interface ComparedFactorsProps {
  results: readonly [ScoreResult, ScoreResult]
}

/** The factors of both wallets, the one that sets them apart most first. */
export function ComparedFactors({ results }: ComparedFactorsProps) {
  const { people } = useConfig()
  const names = results.map(({ address }) => findName(address, people) ?? shortenAddress(address))
  return (
    <Card title="Factors">
      <ScrollBox label="Factors of both wallets">
        <table className="w-full min-w-[34rem] border-collapse text-left text-[0.9375rem]">
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="py-2 pr-4 font-medium">
                Factor
              </th>
              {names.map((name) => (
                <th key={name} scope="col" className="w-[32%] py-2 pr-4 font-medium">
                  {name}
                </th>
              ))}
              <th scope="col" className="py-2 text-right font-medium">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {compareFactors(...results).map((compared) => (
              <FactorRow key={compared.factor} compared={compared} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  )
}

function FactorRow({ compared }: { compared: ComparedFactor }) {
  const { label, values, findings, difference } = compared
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="py-3 pr-4 font-medium">
        {label}
      </th>
      <FactorCell value={values[0]} finding={findings[0]} />
      <FactorCell value={values[1]} finding={findings[1]} />
      <td className="figures py-3 text-right font-semibold">
        {formatSignedPoints(difference)}
        <span className="sr-only"> points</span>
      </td>
    </tr>
  )
}

function FactorCell({ value, finding }: { value: number; finding: string }) {
  return (
    <td className="py-3 pr-4">
      <div className="flex items-center gap-3">
        <div className="h-2 flex-1 overflow-hidden rounded-full bg-track" aria-hidden="true">
          <div
            className={`h-full rounded-full ${FILL_TONE_CLASSES[toFactorTone(value)]}`}
            style={{ width: `${value * 100}%` }}
          />
        </div>
        <span className="figures w-10 text-right text-sm">{formatPercent(value)}</span>
      </div>
      <p className="mt-1 text-sm text-ink-soft">{finding}</p>
    </td>
  )
}
