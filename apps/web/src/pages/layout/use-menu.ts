import { type RefObject, useEffect, useRef, useState } from 'react'
import { WALLET_FRAME_ID } from '../../lib/wallet-session.ts'

interface Menu {
  isOpen: boolean
  toggle: () => void
  area: RefObject<HTMLElement | null>
  button: RefObject<HTMLButtonElement | null>
}

/**
 * A menu that closes on Escape, on a click beside it, and when `place`, the page and the connected wallet, changes; the
 * focus then returns to its button.
 */
export function useMenu(place: string): Menu {
  const [isOpen, setOpen] = useState(false)
  const area = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const openedAt = useRef(place)
  useEffect(() => {
    if (!isOpen) return
    const close = () => {
      setOpen(false)
      if (isFocusFree(area.current)) button.current?.focus()
    }
    if (openedAt.current !== place) close()
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isInDialog = target instanceof Element && target.closest('dialog') !== null
      if (key === 'Escape' && !isInDialog) close()
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && target.isConnected && !area.current?.contains(target)) close()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('click', onClick)
    }
  }, [isOpen, place])
  const toggle = () => {
    openedAt.current = place
    setOpen(!isOpen)
  }
  return { isOpen, toggle, area, button }
}

/** Whether the focus is at nothing that a key can reach, in the frame of a wallet, which closes too, or in what closes. */
function isFocusFree(area: HTMLElement | null): boolean {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0) return true
  if (activeElement.id === WALLET_FRAME_ID) return true
  return area?.contains(activeElement) === true
}
