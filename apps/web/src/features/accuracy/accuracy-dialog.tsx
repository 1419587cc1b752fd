import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ACCURACY_HASH } from '../../ui/accuracy-link.tsx'
import { Modal, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useHashPanel } from './use-hash-panel.ts'

const AccuracyPanel = lazy(async () => ({
  default: (await import('./accuracy-panel.tsx')).AccuracyPanel,
}))

/** A dialog with the accuracy of the score, over any page. */
export function AccuracyDialog() {
  const { isOpen, close } = useHashPanel(ACCURACY_HASH)
  if (!isOpen) return null
  return (
    <Modal onClose={close} focus={{ first: 'dialog' }} className="max-w-3xl">
      <div className="sticky -top-6 z-10 -mx-6 -mt-6 flex items-center justify-between border-b border-line bg-surface py-3 pr-3 pl-6">
        <ModalTitle className="text-xl font-semibold tracking-tight">
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
