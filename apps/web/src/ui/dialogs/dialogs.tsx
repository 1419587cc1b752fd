import { type FormEvent, useId, useRef, useState } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { Button } from '../button.tsx'
import { TransactionLink } from '../transaction-link.tsx'
import { Modal, ModalTitle } from './modal.tsx'

interface DialogTexts {
  text: string
  /** Shown smaller, under the text. */
  note?: string | undefined
}

/** A dialog to show, and the callback for the user's answer. */
export type DialogRequest =
  | (DialogTexts & { kind: 'alert'; txId?: string | undefined; answer: (isOk: boolean) => void })
  | (DialogTexts & { kind: 'confirm'; answer: (isOk: boolean) => void })
  | (DialogTexts & { kind: 'prompt'; initial: string; answer: (text: string | null) => void })

const pendingDialogs = createStore<readonly DialogRequest[]>([])

/** Shows a message, with a link to its transaction. Resolves to true on OK, to false when it is dismissed by Escape. */
export const showAlert = (text: string, txId?: string): Promise<boolean> =>
  new Promise((answer) => addDialog({ kind: 'alert', text, txId, answer }))

/** Asks for a confirmation. Cancel and Escape resolve to false. */
export const askToConfirm = (text: string, note?: string): Promise<boolean> =>
  new Promise((answer) => addDialog({ kind: 'confirm', text, note, answer }))

/** Asks for a text, which is `initial` until the user edits it. Cancel and Escape resolve to null. */
export const askText = (text: string, note?: string, initial = ''): Promise<string | null> =>
  new Promise((answer) => addDialog({ kind: 'prompt', text, note, initial, answer }))

/** Returns the dialogs that wait for an answer, oldest first; the first one is shown. */
export const getPendingDialogs = pendingDialogs.get

export const closeDialog = (request: DialogRequest): void =>
  pendingDialogs.set(pendingDialogs.get().filter((other) => other !== request))

const addDialog = (request: DialogRequest) => pendingDialogs.set([...pendingDialogs.get(), request])

/** Shows the dialogs of `showAlert`, `askToConfirm` and `askText`, one at a time. */
export function DialogHost() {
  const [request] = useStore(pendingDialogs)
  return request && <RequestedDialog key={request.text} request={request} />
}

function RequestedDialog({ request }: { request: DialogRequest }) {
  const { kind, text, note } = request
  const [typed, setTyped] = useState(request.kind === 'prompt' ? request.initial : '')
  const ok = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  const answer = (isOk: boolean) => {
    closeDialog(request)
    if (request.kind === 'prompt') request.answer(isOk ? typed : null)
    else request.answer(isOk)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer(true)
  }
  return (
    <Modal
      role={kind === 'prompt' ? 'dialog' : 'alertdialog'}
      onClose={() => answer(false)}
      {...(kind !== 'prompt' && { focus: { first: ok } })}
      className={kind === 'prompt' ? 'max-w-md' : 'max-w-md text-center sm:text-left'}
    >
      <form onSubmit={submit}>
        <ModalTitle className="text-body font-medium user-text whitespace-pre-line">
          {text}
        </ModalTitle>
        {kind === 'prompt' && (
          <input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-label={text}
            aria-describedby={note && noteId}
            autoComplete="off"
            className="field mt-4"
          />
        )}
        {note !== undefined && (
          <p id={noteId} className="mt-3 text-small user-text text-ink-soft">
            {note}
          </p>
        )}
        {kind === 'alert' && request.txId && (
          <p className="mt-3 text-small">
            <TransactionLink txId={request.txId} />
          </p>
        )}
        <div className="dialog-buttons max-sm:*:flex-1">
          {kind !== 'alert' && (
            <Button variant="secondary" onClick={() => answer(false)}>
              Cancel
            </Button>
          )}
          <Button
            ref={ok}
            type="submit"
            aria-describedby={kind === 'prompt' ? undefined : note && noteId}
          >
            OK
          </Button>
        </div>
      </form>
    </Modal>
  )
}
