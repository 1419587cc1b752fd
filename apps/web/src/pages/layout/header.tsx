import { Menu, X } from 'lucide-react'
import { PaletteButton } from '../../features/palette/palette-button.tsx'
import { ConnectControl } from '../../features/wallet-session/connect-control.tsx'
import { MY_WALLET, NAV_LINKS } from '../../lib/nav-links.ts'
import { Link } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/location.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Logo } from '../../ui/logo.tsx'
import { NetworkBadge } from './network-badge.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useMenu } from './use-menu.ts'

export function Header() {
  const { pathname } = useLocation()
  const { address } = useWalletSession()
  const menu = useMenu(`${pathname} ${address}`)
  return (
    <header ref={menu.area} className="sticky top-0 z-20 border-b border-line bg-canvas">
      <div className="page-width flex min-h-16 items-center gap-2.5 sm:gap-3">
        <Link
          to="/"
          className="flex items-center gap-2 rounded-md font-semibold tracking-tight sm:gap-2.5"
        >
          <Logo />
          <span className="text-title whitespace-nowrap">Dharma Guard</span>
        </Link>
        <NetworkBadge />
        <nav aria-label="Main" className="ml-auto hidden xl:block">
          <NavList className="flex gap-1" />
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2 xl:ml-3">
          <PaletteButton />
          <div className="max-sm:hidden">
            <ThemeToggle />
          </div>
          <div className="hidden md:block">
            <ConnectControl />
          </div>
          <button
            ref={menu.button}
            type="button"
            aria-expanded={menu.isOpen}
            aria-controls="menu"
            onClick={menu.toggle}
            className="grid size-10 place-items-center rounded-control hover:bg-sunken xl:hidden"
          >
            {menu.isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            <span className="sr-only">{menu.isOpen ? 'Close menu' : 'Open menu'}</span>
          </button>
        </div>
      </div>
      {menu.isOpen && (
        <div id="menu" className="rise page-width border-t border-line py-3 xl:hidden">
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
  const { pathname } = useLocation()
  const { address } = useWalletSession()
  return (
    <ul className={className}>
      {NAV_LINKS.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={isCurrent(to, pathname, address) ? 'page' : undefined}
            className="flex min-h-10 items-center rounded-control px-3 text-small font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The wallet of somebody else is not 'My Wallet'. */
const isCurrent = (to: string, pathname: string, ownAddress: string | null) =>
  pathname === to || (to === MY_WALLET && pathname === `${to}/${ownAddress}`)
