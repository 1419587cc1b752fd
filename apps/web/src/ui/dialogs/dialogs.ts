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

export function subscribeToPendingDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Removes a dialog after its answer. */
export function closeDialog(request: DialogRequest): void {
  replacePendingDialogs(pendingDialogs.filter((other) => other !== request))
}

const addDialog = (request: DialogRequest) => replacePendingDialogs([...pendingDialogs, request])

function replacePendingDialogs(requests: readonly DialogRequest[]): void {
  pendingDialogs = requests
  for (const listener of listeners) listener()
}
