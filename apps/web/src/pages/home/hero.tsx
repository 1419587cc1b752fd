import { ArrowRight } from 'lucide-react'
import { HeroSearch } from '../../features/address-search/hero-search.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useConfig } from '../../lib/runtime-config.ts'
import { buildButtonClass } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { WeightWheel } from './weight-wheel.tsx'

export function Hero() {
  const { links } = useConfig()
  return (
    <section className="page-width grid items-center gap-x-16 gap-y-14 pt-10 sm:pt-14 lg:grid-cols-[7fr_5fr] lg:pt-16">
      <div>
        <h1>
          <span className="block font-semibold text-brand">Dharma Guard</span>
          <span className="mt-3 block text-display">Know a wallet before you trust it</span>
        </h1>
        <p className="mt-6 max-w-xl text-title font-normal text-ink-soft">
          A score from 0 to 100 for any address on Flow, worked out from what really happened on the
          chain and shown with its reasons. Agents watch over it, the community decides, and every
          step can be appealed.
        </p>
        <div className="mt-7 max-w-xl">
          <HeroSearch />
        </div>
        <div className="mt-5 flex flex-wrap gap-3">
          <Link to="/dashboard" className={buildButtonClass('secondary')}>
            Launch Dashboard
            <ArrowRight className="size-4.5" aria-hidden="true" />
          </Link>
          <ExternalLink url={links.repository} className={buildButtonClass('quiet')}>
            View on GitHub
          </ExternalLink>
        </div>
      </div>
      <WeightWheel />
    </section>
  )
}
