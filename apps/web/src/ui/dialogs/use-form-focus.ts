import { type RefObject, useEffect, useRef } from 'react'
import { type DialogFocus, useDialogFocus } from './use-dialog-focus.ts'

/**
 * Manages the focus of a dialog whose content is mounted again while it is open: the focus then moves to `submit`, and
 * it returns to the opener only when the dialog closes. `first` has it at the beginning, else the first field.
 */
export function useFormFocus(
  isOpen: boolean,
  submit: RefObject<HTMLElement | null>,
  first?: RefObject<HTMLElement | null>,
): Pick<DialogFocus, 'restoreFocus'> & { moveFocus: (event: Event) => void } {
  const focus = useDialogFocus()
  const isShown = useRef(false)
  const isOpenNow = useRef(isOpen)
  useEffect(() => {
    isOpenNow.current = isOpen
  }, [isOpen])
  return {
    moveFocus: (event) => {
      if (!isShown.current) focus.moveFocus(event, first?.current)
      else {
        event.preventDefault()
        submit.current?.focus()
      }
      isShown.current = true
    },
    restoreFocus: (event) => {
      event.preventDefault()
      if (isOpenNow.current) return
      isShown.current = false
      focus.restoreFocus(event)
    },
  }
}
