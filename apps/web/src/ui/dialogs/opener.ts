let latestOpener: HTMLElement | null = null

/**
 * Returns the element that has the focus while a dialog opens. When none has it, as between two dialogs whose opener is
 * disabled meanwhile, that is the opener of the dialog before.
 */
export function findOpener(): HTMLElement | null {
  const { activeElement, body } = document
  if (activeElement instanceof HTMLElement && activeElement !== body) latestOpener = activeElement
  return latestOpener
}

/** Moves the focus back to the opener of a dialog, once it can have it again. */
export function returnFocus(opener: HTMLElement | null): void {
  opener?.focus({ preventScroll: true })
}
