import type { Accuracy, AccuracyFigure } from '@app/api/schemas/accuracy.ts'
import { formatCount, formatPercent } from '../../lib/format/format.ts'
import { Badge } from '../../ui/tone/badge.tsx'

interface FiguresTableProps {
  accuracy: Accuracy
  weakest: AccuracyFigure | undefined
}

/** The figures of each set, the weakest one marked. */
export function FiguresTable({ accuracy, weakest }: FiguresTableProps) {
  const findSourceName = (set: string) =>
    accuracy.sources.find((source) => source.set === set)?.name
  return (
    <>
      <table className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-ink-faint">
          <tr className="border-b border-line align-bottom *:py-2 *:font-normal">
            <th scope="col">Wallets</th>
            <th scope="col">Found</th>
            <th scope="col" className="w-px pl-4 text-right sm:pl-8">
              AUC
            </th>
          </tr>
        </thead>
        <tbody>
          {accuracy.figures.map((figure) => (
            <FigureRow
              key={`${figure.set}-${figure.label}`}
              figure={figure}
              name={findSourceName(figure.set) ?? figure.set}
              isWeakest={figure === weakest}
            />
          ))}
        </tbody>
      </table>
      <Legend />
    </>
  )
}

interface FigureRowProps {
  figure: AccuracyFigure
  name: string
  isWeakest: boolean
}

function FigureRow({ figure, name, isWeakest }: FigureRowProps) {
  const { label, illicit, normal, recallAt1, recallAt5, auc } = figure
  return (
    <tr className="border-b border-line align-top *:py-3">
      <th scope="row" className="w-[45%] pr-4 sm:w-[40%] font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name} {isWeakest && <Badge tone="poor">Weakest</Badge>}
        </span>
        <span className="figures block text-sm text-ink-faint">
          {formatCount(illicit)} {label} wallets, {formatCount(normal)} ordinary
        </span>
      </th>
      <td className="space-y-1.5">
        <RecallBar share={recallAt1} fill="bg-brand-fill" falsePositiveRate="1%" />
        <RecallBar share={recallAt5} fill="bg-line-strong" falsePositiveRate="5%" />
      </td>
      <td className="figures pl-4 text-right font-medium sm:pl-8">{auc.toFixed(3)}</td>
    </tr>
  )
}

interface RecallBarProps {
  share: number
  fill: string
  /** Share of the ordinary wallets that are accused. */
  falsePositiveRate: string
}

function RecallBar({ share, fill, falsePositiveRate }: RecallBarProps) {
  return (
    <div className="flex items-center gap-2.5">
      <span className="h-2 flex-1 overflow-hidden rounded-full bg-track" aria-hidden="true">
        <span
          className={`block h-full rounded-full ${fill}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="figures w-10 text-right text-sm leading-5 font-medium">
        {formatPercent(share)}
        <span className="sr-only">
          {' '}
          found when {falsePositiveRate} of the ordinary wallets are accused
        </span>
      </span>
    </div>
  )
}

function Legend() {
  return (
    <div className="mt-3 grid gap-1 text-sm text-ink-soft">
      <p className="flex items-baseline gap-2.5">
        <LegendSwatch fill="bg-brand-fill" />
        Found when 1 in 100 ordinary wallets is wrongly accused: recall at 1% false positives
      </p>
      <p className="flex items-baseline gap-2.5">
        <LegendSwatch fill="bg-line-strong" />
        The same when 5 in 100 are
      </p>
      <p>
        <abbr title="Area under the ROC curve" className="font-medium no-underline">
          AUC
        </abbr>
        : of all pairs of an illicit and an ordinary wallet, how often the illicit one scores lower.
        A coin would reach 0.5.
      </p>
    </div>
  )
}

const LegendSwatch = ({ fill }: { fill: string }) => (
  <span className={`h-2 w-5 shrink-0 rounded-full ${fill}`} aria-hidden="true" />
)
