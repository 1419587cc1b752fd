import { type FormEvent, type RefObject, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalTitle } from '../../ui/dialogs/modal.tsx'
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
  const { isBusy, response } = form
  const close = () => {
    onClose()
    form.reset()
  }
  if (choices === null) return null
  return (
    <Modal
      onClose={close}
      isBusy={isBusy}
      focus={{ first: reasonField, resumed: submitButton }}
      className="max-w-xl"
    >
      <ModalTitle className="mb-4 text-xl font-semibold tracking-tight">
        {response === undefined ? 'Appeal' : 'Your appeal was received'}
      </ModalTitle>
      {response === undefined ? (
        <Form form={form} choices={choices} onCancel={close} {...{ submitButton, reasonField }} />
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
    </Modal>
  )
}

interface FormProps {
  form: AppealForm
  choices: readonly AppealChoice[]
  onCancel: () => void
  submitButton: RefObject<HTMLButtonElement | null>
  reasonField: RefObject<HTMLTextAreaElement | null>
}

function Form({ form, choices, onCancel, submitButton, reasonField }: FormProps) {
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
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button ref={submitButton} type="submit" isBusy={form.isBusy || isPreparing}>
          {form.isBusy ? 'Sending...' : 'Sign and send'}
        </Button>
      </div>
    </form>
  )
}
