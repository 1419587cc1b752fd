import * as AlertDialog from 'radix-ui/alert-dialog'
import * as Dialog from 'radix-ui/dialog'
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { DIALOG_OVERLAY_CLASS, DIALOG_PANEL_CLASS } from './dialog-classes.ts'
import {
  closeDialog,
  type DialogRequest,
  getPendingDialogs,
  subscribeToPendingDialogs,
} from './dialogs.ts'
import { type DialogFocus, useDialogFocus } from './use-dialog-focus.ts'

interface RequestDialogProps<K extends DialogRequest['kind']> {
  request: Extract<DialogRequest, { kind: K }>
  focus: DialogFocus
}

/** Shows the dialogs of `showAlert`, `askConfirmation` and `askText`, one at a time. */
export function DialogHost() {
  const [request] = useSyncExternalStore(subscribeToPendingDialogs, getPendingDialogs)
  const focus = useDialogFocus()
  if (request === undefined) return null
  return request.kind === 'prompt' ? (
    <PromptDialog key={request.text} request={request} focus={focus} />
  ) : (
    <MessageDialog key={request.text} request={request} focus={focus} />
  )
}

function MessageDialog({ request, focus }: RequestDialogProps<'alert' | 'confirm'>) {
  const ok = useRef<HTMLButtonElement>(null)
  const answer = (isOk: boolean) => {
    closeDialog(request)
    request.answer(isOk)
  }
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={DIALOG_OVERLAY_CLASS} />
        <AlertDialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => focus.moveFocus(event, ok.current)}
          onCloseAutoFocus={focus.restoreFocus}
          className={`${DIALOG_PANEL_CLASS} max-w-md text-center sm:text-left`}
        >
          <AlertDialog.Title className="text-[1.0625rem] leading-relaxed font-medium wrap-break-word whitespace-pre-line">
            {request.text}
          </AlertDialog.Title>
          <div className="mt-6 flex justify-end gap-3 max-sm:*:flex-1">
            {request.kind === 'confirm' && (
              <Button variant="secondary" onClick={() => answer(false)}>
                Cancel
              </Button>
            )}
            <Button ref={ok} onClick={() => answer(true)}>
              OK
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function PromptDialog({ request, focus }: RequestDialogProps<'prompt'>) {
  const [text, setText] = useState('')
  const answer = (value: string | null) => {
    closeDialog(request)
    request.answer(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer(text)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && answer(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className={DIALOG_OVERLAY_CLASS} />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.moveFocus}
          onCloseAutoFocus={focus.restoreFocus}
          className={`${DIALOG_PANEL_CLASS} max-w-md`}
        >
          <form onSubmit={submit}>
            <Dialog.Title className="text-[1.0625rem] leading-relaxed font-medium">
              {request.text}
            </Dialog.Title>
            <input
              value={text}
              onChange={(event) => setText(event.target.value)}
              aria-label={request.text}
              autoComplete="off"
              className="field mt-4"
            />
            <div className="mt-6 flex justify-end gap-3 max-sm:*:flex-1">
              <Button variant="secondary" onClick={() => answer(null)}>
                Cancel
              </Button>
              <Button type="submit">OK</Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
