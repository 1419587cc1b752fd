import { ArrowRight } from 'lucide-react'
import { NetworkSection } from '../../features/overview/network-section.tsx'
import { Link } from '../../lib/router/link.tsx'
import { buildButtonClass } from '../../ui/button.tsx'
import { Hero } from './hero.tsx'
import { ProblemSection } from './problem-section.tsx'
import { SolutionSection } from './solution-section.tsx'

export function HomePage() {
  return (
    <>
      <title>Dharma Guard · Know a wallet before you trust it</title>
      <Hero />
      <NetworkSection />
      <ProblemSection />
      <SolutionSection />
      <CallToAction />
    </>
  )
}

function CallToAction() {
  return (
    <section className="page-width pt-16 sm:pt-24" aria-labelledby="closing">
      <div className="card flex flex-col items-center px-6 py-12 text-center sm:py-16">
        <h2 id="closing" className="text-page">
          See where your own wallet stands
        </h2>
        <p className="mt-3 max-w-lg text-ink-soft">
          Every score comes with its reasons, the transactions behind them, and what would raise it.
        </p>
        <Link to="/dashboard" className={`mt-7 ${buildButtonClass('primary', 'large')}`}>
          Get Started Now
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
    </section>
  )
}
