import { formatSignedPoints } from '../../lib/format/format.ts'
import { formatOrdinaryRange } from '../../lib/format/format-ordinary-range.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { type Accusation, describeAccusation } from './describe/describe-accusation.ts'

interface AccusationDetailsProps {
  accusation: Accusation
  /** The agent has flagged the wallet, not only warned about it. */
  isFlag: boolean
}

/** The statement of reasons of an accusation, as it was made, and how its owner can dispute it. */
export function AccusationDetails({ accusation, isFlag }: AccusationDetailsProps) {
  const { reasons } = accusation.statement
  return (
    <div className="mt-1 space-y-1 text-[0.9375rem] wrap-break-word text-ink-soft">
      {describeAccusation(accusation).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {reasons.length > 0 && (
        <Disclosure title={`Reasons given then (${reasons.length})`}>
          <ul className="space-y-1">
            {reasons.map(({ code, text, points, ordinary }) => (
              <li key={code}>
                {formatSignedPoints(points)} points: {text}
                {ordinary && (
                  <span className="block text-sm text-ink-faint">
                    {formatOrdinaryRange(ordinary)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {!isFlag && <p>{WARNING_HINT}</p>}
    </div>
  )
}

const WARNING_HINT =
  'A warning restricts nothing, and a recheck can withdraw it. If a flag follows, the owner can appeal.'
