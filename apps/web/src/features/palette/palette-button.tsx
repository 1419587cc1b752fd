import { parseAddress } from '@app/values/address.ts'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { rememberWallet } from '../../lib/address-input/recent-wallets.ts'
import { useConfig } from '../../lib/config/config-context.ts'
import { navigate, useLocation } from '../../lib/router/location.ts'
import { usePaletteKeys } from './use-palette-keys.ts'

const PaletteDialog = lazy(async () => ({
  default: (await import('./palette-dialog.tsx')).PaletteDialog,
}))

/** Opens the command palette; its code loads at the first opening. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const { people } = useConfig()
  const shown = useShownWallet()
  usePaletteKeys({
    people,
    onOpen: () => setOpen(true),
    onAddress: (address) => navigate(`/wallet/${address}`),
  })
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        title="Search: Ctrl+K or /"
        className="grid size-10 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink max-[23rem]:hidden"
      >
        <Search className="size-5" aria-hidden="true" />
        <span className="sr-only">Search pages and wallets</span>
      </button>
      {isOpen && (
        <Suspense>
          <PaletteDialog shown={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Returns the wallet of the current page, which is then a recent one; null on other pages. */
function useShownWallet() {
  const { pathname } = useLocation()
  const [, page, address = ''] = pathname.split('/')
  const shown = page === 'wallet' ? parseAddress(address) : null
  useEffect(() => {
    if (shown !== null) rememberWallet(shown)
  }, [shown])
  return shown
}
