import { useRef } from 'react'

export interface DialogFocus {
  /** For `onOpenAutoFocus`: moves the focus to `first`, or without it to the first focusable element. */
  moveFocus: (event: Event, first?: HTMLElement | null) => void
  /** For `onCloseAutoFocus`: moves the focus back to the element that opened the dialog. */
  restoreFocus: (event: Event) => void
}

/** Manages the focus for a dialog that opens without a trigger element, or for several dialogs in sequence. */
export function useDialogFocus(): DialogFocus {
  const opener = useRef<HTMLElement>(null)
  return {
    moveFocus: (event, first) => {
      const { activeElement, body } = document
      if (activeElement instanceof HTMLElement && activeElement !== body) {
        opener.current = activeElement
      }
      if (first === undefined) return
      event.preventDefault()
      first?.focus()
    },
    restoreFocus: (event) => {
      event.preventDefault()
      opener.current?.focus({ preventScroll: true })
    },
  }
}
