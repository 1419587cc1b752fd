import { TriangleAlert } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { type FormEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DIALOG_OVERLAY_CLASS, DIALOG_PANEL_CLASS } from '../../../ui/dialogs/dialog-classes.ts'
import { useFormFocus } from '../../../ui/dialogs/use-form-focus.ts'
import { ProposalFields } from './proposal-fields.tsx'
import { useProposalForm } from './use-proposal-form.ts'

interface CreateProposalDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function CreateProposalDialog({ isOpen, onOpenChange }: CreateProposalDialogProps) {
  const { values, change, submit, isBusy } = useProposalForm(() => onOpenChange(false))
  const submitButton = useRef<HTMLButtonElement>(null)
  const focus = useFormFocus(isOpen, submitButton)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    // While busy, the wallet opens its own window over the page, which a modal dialog would lock out.
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange} modal={!isBusy}>
      <Dialog.Portal>
        <Dialog.Overlay className={DIALOG_OVERLAY_CLASS} />
        {isBusy && <div className={DIALOG_OVERLAY_CLASS} />}
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.moveFocus}
          onCloseAutoFocus={focus.restoreFocus}
          onInteractOutside={(event) => isBusy && event.preventDefault()}
          className={`${DIALOG_PANEL_CLASS} max-w-lg`}
        >
          <Dialog.Title className="text-xl font-semibold tracking-tight">
            Create Governance Proposal
          </Dialog.Title>
          <form onSubmit={onSubmit} noValidate className="mt-5 space-y-5">
            <ProposalFields values={values} onChange={change} />
            <p className="flex gap-2.5 rounded-control bg-fair-soft px-4 py-3 text-sm text-fair">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              This proposal will be visible to all members and needs 3+ votes to pass.
            </p>
            <div className="flex justify-end gap-3 max-sm:*:flex-1">
              <Dialog.Close asChild>
                <Button variant="secondary">Cancel</Button>
              </Dialog.Close>
              <Button ref={submitButton} type="submit" isBusy={isBusy}>
                {isBusy ? 'Creating...' : 'Create Proposal'}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
