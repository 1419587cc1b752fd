import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { LateRecoveryWarning } from './late-recovery-warning.tsx'
import { ProposalFields } from './proposal-fields.tsx'
import { SignedWords } from './signed-words.tsx'
import { useProposalForm } from './use-proposal-form.ts'

interface CreateProposalDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function CreateProposalDialog({ isOpen, onOpenChange }: CreateProposalDialogProps) {
  const { values, change, submit, isBusy } = useProposalForm(() => onOpenChange(false))
  const submitButton = useRef<HTMLButtonElement>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  if (!isOpen) return null
  const close = () => onOpenChange(false)
  return (
    <Modal onClose={close} isBusy={isBusy} focus={{ resumed: submitButton }} className="max-w-lg">
      <ModalTitle className="text-xl font-semibold tracking-tight">
        Create Governance Proposal
      </ModalTitle>
      <form onSubmit={onSubmit} noValidate className="mt-5 space-y-5">
        <ProposalFields values={values} onChange={change} />
        <LateRecoveryWarning values={values} />
        <p className="flex gap-2.5 rounded-control bg-fair-soft px-4 py-3 text-sm text-fair">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          This proposal will be visible to all members and needs 3+ votes to pass.
        </p>
        <SignedWords values={values} />
        <div className="flex justify-end gap-3 max-sm:*:flex-1">
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button ref={submitButton} type="submit" isBusy={isBusy}>
            {isBusy ? 'Creating...' : 'Create Proposal'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
