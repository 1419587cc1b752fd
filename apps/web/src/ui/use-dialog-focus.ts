import { useRef } from 'react'

export interface DialogFocus {
  /** For `onOpenAutoFocus`: goes to `first`, without one to whatever takes the focus first. */
  moveFocus: (event: Event, first?: HTMLElement | null) => void
  /** For `onCloseAutoFocus`: goes back to where the dialog was asked for. */
  restoreFocus: (event: Event) => void
}

/** Where the focus goes with a dialog that opens without a trigger of its own, or with several in a row. */
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
