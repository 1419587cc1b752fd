import type { Address } from '@app/values/address.ts'
import { useEffect, useEffectEvent } from 'react'
import { type People, parseAddressInput } from '../../lib/address-input/parse-address-input.ts'

interface PaletteKeys {
  people: People
  onOpen: () => void
  /** An address was pasted outside of every field. */
  onAddress: (address: Address) => void
}

/** Opens the palette by Ctrl or Command with K, and by a slash outside of fields; takes an address that is pasted there. */
export function usePaletteKeys({ people, onOpen, onAddress }: PaletteKeys): void {
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
