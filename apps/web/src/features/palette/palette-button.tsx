import { type Address, parseAddress } from '@app/values/address.ts'
import { Search } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type AddressBook, parseAddressInput } from '../../lib/address-input.ts'
import { rememberWallet } from '../../lib/recent-wallets.ts'
import { navigate, useLocation } from '../../lib/router/location.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { frameAsDialog, lazyPart } from '../../ui/lazy-part.tsx'

const PaletteDialog = lazyPart(
  async () => (await import('./palette-dialog.tsx')).PaletteDialog,
  frameAsDialog,
)

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

interface PaletteKeys {
  people: AddressBook
  onOpen: () => void
  /** An address was pasted outside of every field. */
  onAddress: (address: Address) => void
}

/** Opens the palette by Ctrl or Command with K, and by a slash outside of fields; takes an address that is pasted there. */
function usePaletteKeys({ people, onOpen, onAddress }: PaletteKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (isDialogOpen()) return
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !hasModifier(event) && !isInField(event.target)
    if (!(isShortcut || isSlash)) return
    event.preventDefault()
    onOpen()
  })
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    if (isDialogOpen() || isInField(event.target)) return
    const address = parseAddressInput(event.clipboardData?.getData('text') ?? '', people)
    if (address !== null) onAddress(address)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    const onPaste = (event: ClipboardEvent) => handlePaste(event)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

const isInField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') !== null
