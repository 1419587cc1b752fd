import { Droplets, Landmark, type LucideIcon, Skull } from 'lucide-react'

interface Problem {
  icon: LucideIcon
  title: string
  text: string
}

const PROBLEMS: readonly Problem[] = [
  {
    icon: Skull,
    title: 'Rug pulls and scams',
    text: 'Projects vanish with the money that was trusted to them, and the same hands open the next one under a new address.',
  },
  {
    icon: Droplets,
    title: 'Wallet drains',
    text: 'One careless signature is enough to empty a wallet. The money has moved on before its owner notices.',
  },
  {
    icon: Landmark,
    title: 'DAO attacks',
    text: 'Wallets made for one vote, and borrowed weight, turn a community against itself in a single night.',
  },
]

export function ProblemSection() {
  return (
    <section className="page-width pt-20 sm:pt-28" aria-labelledby="problem">
      <h2 id="problem" className="text-page">
        The Problem
      </h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {PROBLEMS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="card p-6">
            <Icon className="size-6 text-bad" strokeWidth={1.6} aria-hidden="true" />
            <h3 className="mt-4 text-title">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
