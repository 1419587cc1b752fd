import { type FormEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
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
  | (DialogTexts & { kind: 'prompt'; answer: (text: string | null) => void })

let pendingDialogs: readonly DialogRequest[] = []
const listeners = new Set<() => void>()

/** Shows a message, with a link to its transaction. Resolves to true on OK, to false when it is dismissed by Escape. */
export function showAlert(text: string, txId?: string): Promise<boolean> {
  return new Promise((answer) => addDialog({ kind: 'alert', text, txId, answer }))
}

/** Asks for a confirmation. Cancel and Escape resolve to false. */
export function askToConfirm(text: string, note?: string): Promise<boolean> {
  return new Promise((answer) => addDialog({ kind: 'confirm', text, note, answer }))
}

/** Asks for a text. Cancel and Escape resolve to null. */
export function askText(text: string, note?: string): Promise<string | null> {
  return new Promise((answer) => addDialog({ kind: 'prompt', text, note, answer }))
}

/** Returns the dialogs that wait for an answer, oldest first; the first one is shown. */
export const getPendingDialogs = (): readonly DialogRequest[] => pendingDialogs

function subscribeToPendingDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function closeDialog(request: DialogRequest): void {
  replacePendingDialogs(pendingDialogs.filter((other) => other !== request))
}

const addDialog = (request: DialogRequest) => replacePendingDialogs([...pendingDialogs, request])

function replacePendingDialogs(requests: readonly DialogRequest[]): void {
  pendingDialogs = requests
  for (const listener of listeners) listener()
}

interface RequestDialogProps<K extends DialogRequest['kind']> {
  request: Extract<DialogRequest, { kind: K }>
}

/** Shows the dialogs of `showAlert`, `askToConfirm` and `askText`, one at a time. */
export function DialogHost() {
  const [request] = useSyncExternalStore(
    subscribeToPendingDialogs,
    getPendingDialogs,
    getPendingDialogs,
  )
  if (request === undefined) return null
  return request.kind === 'prompt' ? (
    <PromptDialog key={request.text} request={request} />
  ) : (
    <MessageDialog key={request.text} request={request} />
  )
}

function MessageDialog({ request }: RequestDialogProps<'alert' | 'confirm'>) {
  const ok = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  const answer = (isOk: boolean) => {
    closeDialog(request)
    request.answer(isOk)
  }
  return (
    <Modal
      role="alertdialog"
      onClose={() => answer(false)}
      focus={{ first: ok }}
      className="max-w-md text-center sm:text-left"
    >
      <ModalTitle className="text-[1.0625rem] leading-relaxed font-medium user-text whitespace-pre-line">
        {request.text}
      </ModalTitle>
      <Note id={noteId}>{request.note}</Note>
      {request.kind === 'alert' && request.txId && (
        <p className="mt-3 text-sm">
          <TransactionLink txId={request.txId} />
        </p>
      )}
      <div className="mt-6 flex justify-end gap-3 max-sm:*:flex-1">
        {request.kind === 'confirm' && (
          <Button variant="secondary" onClick={() => answer(false)}>
            Cancel
          </Button>
        )}
        <Button ref={ok} aria-describedby={request.note && noteId} onClick={() => answer(true)}>
          OK
        </Button>
      </div>
    </Modal>
  )
}

const Note = ({ id, children }: { id: string; children: string | undefined }) =>
  children !== undefined && (
    <p id={id} className="mt-3 text-sm user-text text-ink-soft">
      {children}
    </p>
  )

function PromptDialog({ request }: RequestDialogProps<'prompt'>) {
  const [text, setText] = useState('')
  const noteId = useId()
  const answer = (value: string | null) => {
    closeDialog(request)
    request.answer(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer(text)
  }
  return (
    <Modal onClose={() => answer(null)} className="max-w-md">
      <form onSubmit={submit}>
        <ModalTitle className="text-[1.0625rem] leading-relaxed font-medium">
          {request.text}
        </ModalTitle>
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={request.text}
          aria-describedby={request.note && noteId}
          autoComplete="off"
          className="field mt-4"
        />
        <Note id={noteId}>{request.note}</Note>
        <div className="mt-6 flex justify-end gap-3 max-sm:*:flex-1">
          <Button variant="secondary" onClick={() => answer(null)}>
            Cancel
          </Button>
          <Button type="submit">OK</Button>
        </div>
      </form>
    </Modal>
  )
}
