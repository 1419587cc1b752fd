import { Card } from '../../ui/card.tsx'

const STEPS = [
  'Anyone can propose freeze, unfreeze or recover',
  'Proposals need 3+ votes and the voting period is 24 hours',
  'Approved proposals are executed automatically by the DAO admin',
  'Everything is recorded onchain',
]

export function HowGovernanceWorks() {
  return (
    <Card title="How Governance Works">
      <ol className="space-y-4">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="figures grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand"
            >
              {index + 1}
            </span>
            <span className="pt-0.5 text-ink-soft">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
