import { Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { ConnectControl } from '../../features/wallet-session/connect-control.tsx'
import { Logo } from '../../ui/logo.tsx'
import { NAV_LINKS } from './nav-links.ts'
import { NetworkBadge } from './network-badge.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export function Header() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(() => setMenuOpen(false), [pathname])
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas">
      <div className="page-width flex min-h-16 items-center gap-2.5 sm:gap-3">
        <Link
          to="/"
          className="flex items-center gap-2 rounded-md font-semibold tracking-tight sm:gap-2.5"
        >
          <Logo />
          <span className="text-[1.0625rem] whitespace-nowrap">Dharma Guard</span>
        </Link>
        <NetworkBadge />
        <nav aria-label="Main" className="ml-auto hidden lg:block">
          <NavList className="flex gap-1" />
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2 lg:ml-3">
          <div className="max-sm:hidden">
            <ThemeToggle />
          </div>
          <div className="hidden md:block">
            <ConnectControl />
          </div>
          <button
            type="button"
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
            className="grid size-10 place-items-center rounded-control hover:bg-sunken lg:hidden"
          >
            {isMenuOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            <span className="sr-only">{isMenuOpen ? 'Close menu' : 'Open menu'}</span>
          </button>
        </div>
      </div>
      {isMenuOpen && (
        <div id="menu" className="rise page-width border-t border-line py-3 lg:hidden">
          <nav aria-label="Main">
            <NavList className="grid gap-1" />
          </nav>
          <div className="mt-3 flex items-center justify-between border-t border-line pt-4 pb-1 md:hidden">
            <ConnectControl />
            <div className="sm:hidden">
              <ThemeToggle />
            </div>
          </div>
        </div>
      )}
    </header>
  )
}

function NavList({ className }: { className: string }) {
  return (
    <ul className={className}>
      {NAV_LINKS.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            end={to === '/'}
            className="flex min-h-10 items-center rounded-control px-3 text-[0.9375rem] font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand"
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
