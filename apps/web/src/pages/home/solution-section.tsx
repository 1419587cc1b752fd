import { FACTORS } from '@app/values/factor.ts'
import { Bot, CalendarClock, Gauge, type LucideIcon, Scale, Vote, Workflow } from 'lucide-react'
import { spellCount } from '../../lib/format/format.ts'

interface Solution {
  icon: LucideIcon
  title: string
  text: string
}

const SOLUTIONS: readonly Solution[] = [
  {
    icon: Gauge,
    title: 'Dharma Score (0-100)',
    text: `${spellCount(FACTORS.length)} factors, each with its weight, its reasons and the transactions that prove them. Unknown is never sold as clean.`,
  },
  {
    icon: Bot,
    title: 'Autonomous Agents',
    text: 'They watch for changes of risk and flag, warn or propose a freeze, each time with the evidence at hand.',
  },
  {
    icon: Workflow,
    title: 'Flow Actions',
    text: 'Protection that other contracts can build on: they ask for a score and refuse what falls short.',
  },
  {
    icon: CalendarClock,
    title: 'Scheduled Checks',
    text: 'The chain itself asks for the next check of a flagged wallet, so that a flag never outlives its reason.',
  },
  {
    icon: Vote,
    title: 'Governance Layer',
    text: 'Freeze, unfreeze and recover are put to the vote, and carried out only with several signatures.',
  },
  {
    icon: Scale,
    title: 'Due Process',
    text: 'Every action is measured and reversible. Whoever is accused sees why, and can appeal.',
  },
]

export function SolutionSection() {
  return (
    <section className="page-width pt-16 sm:pt-24" aria-labelledby="solution">
      <h2 id="solution" className="text-page">
        Our Solution
      </h2>
      <ul className="mt-6 grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {SOLUTIONS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="bg-surface p-6">
            <span className="grid size-11 place-items-center rounded-control bg-brand-soft text-brand">
              <Icon className="size-5.5" strokeWidth={1.6} aria-hidden="true" />
            </span>
            <h3 className="mt-4 text-title">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
