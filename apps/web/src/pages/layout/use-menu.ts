import { type RefObject, useEffect, useRef, useState } from 'react'

interface Menu {
  isOpen: boolean
  toggle: () => void
  area: RefObject<HTMLElement | null>
  button: RefObject<HTMLButtonElement | null>
}

/** A menu that closes on Escape, on a click beside it, and when the page changes; the focus then returns to its button. */
export function useMenu(pathname: string): Menu {
  const [isOpen, setOpen] = useState(false)
  const area = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!isOpen) return
    const close = () => {
      setOpen(false)
      if (isFocusFree(area.current)) button.current?.focus()
    }
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
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen), area, button }
}

/** Whether the focus is at nothing that a key can reach, or in what closes. */
function isFocusFree(area: HTMLElement | null): boolean {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0) return true
  return area?.contains(activeElement) === true
}
