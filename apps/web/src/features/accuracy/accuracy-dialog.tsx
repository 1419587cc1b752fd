import { X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { lazy, Suspense, useRef } from 'react'
import { ACCURACY_HASH } from '../../ui/accuracy-link.tsx'
import { DIALOG_OVERLAY_CLASS, DIALOG_PANEL_CLASS } from '../../ui/dialogs/dialog-classes.ts'
import { useDialogFocus } from '../../ui/dialogs/use-dialog-focus.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useHashPanel } from './use-hash-panel.ts'

const AccuracyPanel = lazy(async () => ({
  default: (await import('./accuracy-panel.tsx')).AccuracyPanel,
}))

/** A dialog with the accuracy of the score, over any page. */
export function AccuracyDialog() {
  const { isOpen, close } = useHashPanel(ACCURACY_HASH)
  const panel = useRef<HTMLDivElement>(null)
  const focus = useDialogFocus()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={DIALOG_OVERLAY_CLASS} />
        <Dialog.Content
          ref={panel}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => focus.moveFocus(event, panel.current)}
          onCloseAutoFocus={focus.restoreFocus}
          className={`${DIALOG_PANEL_CLASS} max-w-3xl outline-none`}
        >
          <div className="sticky -top-6 z-10 -mx-6 -mt-6 flex items-center justify-between border-b border-line bg-surface py-3 pr-3 pl-6">
            <Dialog.Title className="text-xl font-semibold tracking-tight">
              How accurate is it?
            </Dialog.Title>
            <Dialog.Close className="grid size-11 place-items-center rounded-control text-ink-faint hover:bg-sunken hover:text-ink">
              <X className="size-5" aria-hidden="true" />
              <span className="sr-only">Close</span>
            </Dialog.Close>
          </div>
          <Suspense fallback={<AccuracyLoading />}>
            <AccuracyPanel loading={<AccuracyLoading />} />
          </Suspense>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function AccuracyLoading() {
  return (
    <p role="status" className="flex min-h-[50dvh] items-center justify-center gap-3 text-ink-soft">
      <Spinner className="size-5 text-brand" /> Loading the figures...
    </p>
  )
}
