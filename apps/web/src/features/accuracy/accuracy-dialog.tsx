import { X } from 'lucide-react'
import { Suspense } from 'react'
import { navigate, useLocation } from '../../lib/router/location.ts'
import { ACCURACY_HASH } from '../../ui/accuracy-link.tsx'
import { Modal, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const AccuracyPanel = lazyPart(async () => (await import('./accuracy-panel.tsx')).AccuracyPanel)

export function AccuracyDialog() {
  const { isOpen, close } = useHashPanel(ACCURACY_HASH)
  if (!isOpen) return null
  return (
    <Modal onClose={close} focus={{ first: 'dialog' }} className="max-w-3xl">
      <div className="sticky -top-6 z-10 -mx-6 -mt-6 flex items-center justify-between border-b border-line bg-surface py-3 pr-3 pl-6">
        <ModalTitle className="text-title font-semibold tracking-tight">
          How accurate is it?
        </ModalTitle>
        <button
          type="button"
          onClick={close}
          className="grid size-11 place-items-center rounded-control text-ink-faint hover:bg-sunken hover:text-ink"
        >
          <X className="size-5" aria-hidden="true" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <Suspense fallback={<AccuracyLoading />}>
        <AccuracyPanel loading={<AccuracyLoading />} />
      </Suspense>
    </Modal>
  )
}

function AccuracyLoading() {
  return (
    <p role="status" className="flex min-h-[50dvh] items-center justify-center gap-3 text-ink-soft">
      <Spinner className="size-5 text-brand" /> Loading the figures...
    </p>
  )
}

interface HashPanel {
  isOpen: boolean
  close: () => void
}

/**
 * A panel that is open over any page while the URL has the hash. Closing navigates back, or only removes
 * the hash when the user opened such a URL directly.
 */
function useHashPanel(wanted: string): HashPanel {
  const { hash, pathname, search, state } = useLocation()
  const close = () =>
    isPanelState(state) ? navigate(-1) : navigate(pathname + search, { replace: true })
  return { isOpen: hash === wanted, close }
}

/** The link that opened the panel marks its entry of the browser's history. */
const isPanelState = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isPanel' in state
