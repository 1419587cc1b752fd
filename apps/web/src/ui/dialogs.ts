/** A question to the person at the screen, and where the answer goes. */
export type DialogRequest =
  | { kind: 'alert'; text: string; answer: (isOk: boolean) => void }
  | { kind: 'confirm'; text: string; answer: (isOk: boolean) => void }
  | { kind: 'prompt'; text: string; answer: (text: string | null) => void }

let pendingDialogs: readonly DialogRequest[] = []
const listeners = new Set<() => void>()

/** Shows a message. Resolves to true on OK, to false when it is dismissed by Escape. */
export function showAlert(text: string): Promise<boolean> {
  return new Promise((answer) => addDialog({ kind: 'alert', text, answer }))
}

/** Asks for consent. Cancel and Escape resolve to false. */
export function askConfirmation(text: string): Promise<boolean> {
  return new Promise((answer) => addDialog({ kind: 'confirm', text, answer }))
}

/** Asks for a text. Cancel and Escape resolve to null. */
export function askText(text: string): Promise<string | null> {
  return new Promise((answer) => addDialog({ kind: 'prompt', text, answer }))
}

/** The dialogs that wait for an answer, oldest first; the first one is shown. */
export const listPendingDialogs = (): readonly DialogRequest[] => pendingDialogs

export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes a dialog from the screen once it is answered. */
export function closeDialog(request: DialogRequest): void {
  setPendingDialogs(pendingDialogs.filter((other) => other !== request))
}

const addDialog = (request: DialogRequest) => setPendingDialogs([...pendingDialogs, request])

function setPendingDialogs(requests: readonly DialogRequest[]): void {
  pendingDialogs = requests
  for (const listener of listeners) listener()
}
