import { APPEAL_HASH } from '../../lib/case-path.ts'
import type { NamedLink } from '../../lib/links.ts'
import { Link } from '../../lib/router/link.tsx'
import { useConfig } from '../../lib/runtime-config.ts'
import { AccuracyLink } from '../../ui/accuracy-link.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Logo } from '../../ui/logo.tsx'

export function Footer() {
  const { links, apiUrl } = useConfig()
  const resources: NamedLink[] = [
    { label: 'Flow Documentation', url: links.documentation },
    { label: 'Source Repository', url: links.repository },
    { label: 'API Reference', url: `${apiUrl}/docs` },
    { label: 'Hackathon', url: links.hackathon },
  ]
  return (
    <footer className="mt-12 border-t border-line bg-ground sm:mt-16">
      <div className="page-width grid grid-cols-2 gap-x-12 gap-y-6 py-8 lg:grid-cols-[2fr_1fr_1fr]">
        <div className="col-span-2 max-w-sm lg:col-span-1">
          <p className="flex items-center gap-2.5 font-semibold tracking-tight">
            <Logo className="size-7" />
            Dharma Guard
          </p>
          <p className="mt-3 text-small text-ink-soft">
            A guardian for wallets and DAOs on Flow: an explained trust score for any address, and
            protection that is measured, reversible and{' '}
            <Link to={`/wallet${APPEAL_HASH}`} className="link">
              open to appeal
            </Link>
            .
          </p>
          <AccuracyLink className="link mt-2 text-small" />
        </div>
        <FooterLinks title="Resources" links={resources} />
        <FooterLinks title="Community" links={links.social} />
      </div>
      <div className="border-t border-line">
        <p className="page-width py-4 text-small text-ink-faint">
          Released under the MIT License. Runs on test networks only.
        </p>
      </div>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: readonly NamedLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-small font-semibold">{title}</h2>
      <ul className="mt-2 text-small">
        {links.map(({ label, url }) => (
          <li key={label}>
            <ExternalLink
              url={url}
              className="inline-flex min-h-8 items-center text-ink-soft hover:text-ink hover:underline"
            >
              {label}
            </ExternalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
