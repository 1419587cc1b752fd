import { formatCount, formatPercent } from '../../lib/format/format.ts'
import { computeAccusations } from './accusations.ts'

const EXAMPLE_POPULATION = { wallets: 10_000, illicit: 100, falsePositiveRate: 0.01 }

/** The result of accusing wallets by their score alone, one dot for each wallet. */
export function AccusationChart({ recall }: { recall: number }) {
  const { truePositives, falseNegatives, falsePositives, precision } = computeAccusations(
    EXAMPLE_POPULATION,
    recall,
  )
  return (
    <>
      <p className="text-ink-soft">
        Take {formatCount(EXAMPLE_POPULATION.wallets)} wallets, {EXAMPLE_POPULATION.illicit} of them
        illicit, and accuse by score alone, so strictly that 1 in 100 ordinary wallets is hit. By
        the weakest set above:
      </p>
      <ul className="mt-4 grid gap-5 rounded-control bg-sunken p-4 sm:grid-cols-3 sm:p-5">
        <DotGroup count={truePositives} dot="bg-bad-fill" text="illicit wallets found" />
        <DotGroup
          count={falseNegatives}
          dot="border border-bad-fill"
          text="illicit wallets missed"
        />
        <DotGroup
          count={falsePositives}
          dot="bg-fair-fill"
          text="ordinary wallets wrongly accused"
        />
      </ul>
      <p className="mt-4">
        <strong className="font-semibold">
          Of {truePositives + falsePositives} accused wallets, {falsePositives} are ordinary: the
          accusation is right {formatPercent(precision)} of the time.
        </strong>{' '}
        <span className="text-ink-soft">
          So a low score is a reason to look, never a verdict. Flags can be undone, and a freeze or
          a recovery needs the vote of the DAO.
        </span>
      </p>
    </>
  )
}

function DotGroup({ count, dot, text }: { count: number; dot: string; text: string }) {
  const dots = Array.from({ length: count }, (_, index) => index)
  return (
    <li>
      <p className="max-sm:flex max-sm:items-baseline max-sm:gap-2">
        <span className="figures block text-2xl leading-tight font-semibold tracking-tight">
          {count}
        </span>
        <span className="block text-sm text-ink-soft">{text}</span>
      </p>
      <div className="mt-2.5 flex flex-wrap gap-1" aria-hidden="true">
        {dots.map((index) => (
          <span key={index} className={`size-2 rounded-full ${dot}`} />
        ))}
      </div>
    </li>
  )
}
