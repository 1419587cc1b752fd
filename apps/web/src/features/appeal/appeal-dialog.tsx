import * as Dialog from 'radix-ui/dialog'
import { type FormEvent, type RefObject, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DIALOG_OVERLAY_CLASS, DIALOG_PANEL_CLASS } from '../../ui/dialogs/dialog-classes.ts'
import { useFormFocus } from '../../ui/dialogs/use-form-focus.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import { AppealFields } from './appeal-fields.tsx'
import type { AppealChoice } from './list-appeal-choices.ts'
import { type AppealForm, useAppealForm } from './use-appeal-form.ts'

interface AppealDialogProps {
  /** The wallet that appeals. */
  address: string
  /** What can be appealed; null while the dialog is closed. */
  choices: readonly AppealChoice[] | null
  onClose: () => void
}

/** The form for an appeal, which becomes its acknowledgement. */
export function AppealDialog({ address, choices, onClose }: AppealDialogProps) {
  const form = useAppealForm(choices ?? [])
  const submitButton = useRef<HTMLButtonElement>(null)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const isOpen = choices !== null
  const focus = useFormFocus(isOpen, submitButton, reasonField)
  const { isBusy, response } = form
  const close = () => {
    onClose()
    form.reset()
  }
  return (
    // While busy, the wallet opens its own window over the page, which a modal dialog would lock out.
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()} modal={!isBusy}>
      <Dialog.Portal>
        <Dialog.Overlay className={DIALOG_OVERLAY_CLASS} />
        {isBusy && <div className={DIALOG_OVERLAY_CLASS} />}
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.moveFocus}
          onCloseAutoFocus={focus.restoreFocus}
          onInteractOutside={(event) => isBusy && event.preventDefault()}
          className={`${DIALOG_PANEL_CLASS} max-w-xl`}
        >
          <Dialog.Title className="mb-4 text-xl font-semibold tracking-tight">
            {response === undefined ? 'Appeal' : 'Your appeal was received'}
          </Dialog.Title>
          {response === undefined ? (
            <Form form={form} choices={choices ?? []} {...{ submitButton, reasonField }} />
          ) : (
            <>
              <Acknowledgement address={address} data={response.data} onLeave={close} />
              <div className="mt-5 flex justify-end">
                <Button ref={submitButton} onClick={close}>
                  Close
                </Button>
              </div>
            </>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FormProps {
  form: AppealForm
  choices: readonly AppealChoice[]
  submitButton: RefObject<HTMLButtonElement | null>
  reasonField: RefObject<HTMLTextAreaElement | null>
}

function Form({ form, choices, submitButton, reasonField }: FormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.submit()) reasonField.current?.focus()
  }
  // What the wallet signs is always shown before.
  const isPreparing = form.text === undefined && form.failure === null
  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      <AppealFields form={form} choices={choices} reasonField={reasonField} />
      <div className="flex justify-end gap-3 max-sm:*:flex-1">
        <Dialog.Close asChild>
          <Button variant="secondary">Cancel</Button>
        </Dialog.Close>
        <Button ref={submitButton} type="submit" isBusy={form.isBusy || isPreparing}>
          {form.isBusy ? 'Sending...' : 'Sign and send'}
        </Button>
      </div>
    </form>
  )
}
