import type { Accuracy } from '@app/api/schemas/accuracy.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { AccusationChart } from './accusation-chart.tsx'
import { findWeakestFigure } from './accusations.ts'
import { CommandList } from './command-list.tsx'
import { FiguresTable } from './figures-table.tsx'
import { OutcomesReport } from './outcomes-report.tsx'
import { accuracyQuery } from './queries.ts'

/** The accuracy of the score, what it means, and its limits. */
export function AccuracyPanel({ loading }: { loading: ReactNode }) {
  const { data, error, refetch } = useQuery(accuracyQuery(useApi()))
  if (data !== undefined) return <AccuracyReport accuracy={data} />
  if (error === null) return loading
  return (
    <EmptyState
      icon={TriangleAlert}
      title="The figures could not be loaded"
      text={formatFailure(error, 'The server may not be running.')}
    >
      <Button variant="secondary" onClick={() => void refetch()}>
        Try Again
      </Button>
    </EmptyState>
  )
}

function AccuracyReport({ accuracy }: { accuracy: Accuracy }) {
  const weakest = findWeakestFigure(accuracy.figures)
  return (
    <div className="rise grid grid-cols-[minmax(0,1fr)] gap-8 pt-5">
      <Section title={`What version ${accuracy.version} finds`}>
        <p className="mb-3 text-ink-soft">
          Measured on wallets of public research sets that were listed for a crime, beside ordinary
          ones. {accuracy.method}
        </p>
        <FiguresTable accuracy={accuracy} weakest={weakest} />
      </Section>
      {weakest && (
        <Section title="What an accusation is worth">
          <AccusationChart recall={weakest.recallAt1} />
        </Section>
      )}
      <Section title="What became of accusations">
        <OutcomesReport />
      </Section>
      <Section title="What the figures do not show">
        <ul className="list-disc space-y-1.5 pl-5 text-ink-soft marker:text-ink-faint">
          {accuracy.limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </Section>
      <Section title="Measure it again">
        <CommandList commands={accuracy.reproduce} />
      </Section>
      <Section title="Where the wallets come from">
        <SourceList sources={accuracy.sources} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-[1.0625rem] font-semibold tracking-tight">{title}</h3>
      {children}
    </section>
  )
}

function SourceList({ sources }: { sources: Accuracy['sources'] }) {
  return (
    <dl className="grid gap-3 text-[0.9375rem]">
      {sources.map(({ set, name, description, reference, url }) => (
        <div key={set}>
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-soft">{description}</dd>
          <dd className="mt-0.5 text-sm">
            <ExternalLink url={url}>{reference}</ExternalLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}
