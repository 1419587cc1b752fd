import { FACTOR_DEFINITIONS, FACTORS } from '@app/values/factor.ts'
import { toWidthClass } from '../../lib/percent-class.ts'

const LARGEST = Math.max(...FACTORS.map((factor) => FACTOR_DEFINITIONS[factor].weightPercent))

export function FactorWeights() {
  return (
    <ul aria-label="What the score weighs" className="card mx-auto grid w-full max-w-md gap-4 p-6">
      {FACTORS.map((factor) => {
        const { label, weightPercent } = FACTOR_DEFINITIONS[factor]
        return (
          <li key={factor}>
            <span className="flex justify-between gap-4">
              <span className="text-ink-soft">{label}</span>
              <span className="figures font-semibold">{weightPercent}%</span>
            </span>
            <span className="mt-1.5 block h-2 rounded-full bg-track" aria-hidden="true">
              <span
                className={`block h-full rounded-full bg-brand-fill ${toWidthClass((100 * weightPercent) / LARGEST)}`}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
