import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  use,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'

/** An element, or the dialog itself where it is to be read. */
type FocusTarget = RefObject<HTMLElement | null> | 'dialog'

interface ModalProps {
  /** Called on Escape, and on a click beside a dialog that only informs or asks for input. */
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  /** While true the page can be used: the wallet opens its own window over it. */
  isBusy?: boolean
  /** What gets the focus: first when the dialog opens, then each time `isBusy` ends. */
  focus?: { first?: FocusTarget; resumed?: FocusTarget }
  className?: string
  children: ReactNode
}

const TitleIdContext = createContext('')

/** A dialog that is open while it is mounted, named by its `ModalTitle`. Closing returns the focus to its opener. */
export function Modal({
  onClose,
  role = 'dialog',
  isBusy = false,
  focus,
  className = '',
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useOpenDialog(dialog, isBusy, focus)
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (role === 'dialog' && !isBusy && isOutside(event)) onClose()
  }
  return (
    <>
      {isBusy && <div className="fixed inset-0 z-50 bg-shade" />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard */}
      <dialog
        ref={dialog}
        role={role}
        tabIndex={-1}
        aria-labelledby={titleId}
        onCancel={cancel}
        onClick={closeOutside}
        className={`modal rise ${className}`}
      >
        <TitleIdContext value={titleId}>{children}</TitleIdContext>
      </dialog>
    </>
  )
}

export function ModalTitle({ className, children }: { className: string; children: ReactNode }) {
  return (
    <h2 id={use(TitleIdContext)} className={className}>
      {children}
    </h2>
  )
}

function useOpenDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  isBusy: boolean,
  focus: ModalProps['focus'],
): void {
  const isResumed = useRef(false)
  const wanted = useRef(focus)
  useLayoutEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (isBusy) element.show()
    else element.showModal()
    const { first, resumed } = wanted.current ?? {}
    const target = isResumed.current ? resumed : first
    if (target === 'dialog') element.focus()
    else target?.current?.focus()
    isResumed.current = true
    return () => element.close()
  }, [dialog, isBusy])
}

function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
