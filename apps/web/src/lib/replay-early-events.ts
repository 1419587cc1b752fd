interface EarlyEvent {
  type: 'click' | 'input'
  target: HTMLButtonElement | HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  value: string
}

declare global {
  /** Defined by the script in index.html; absent where that did not run. */
  var takeEarlyEvents: (() => EarlyEvent[]) | undefined
}

/** Repeats, in their order, what the user clicked and typed while the page was shown but did not work yet. */
export function replayEarlyEvents(): void {
  for (const { type, target, value } of globalThis.takeEarlyEvents?.() ?? []) {
    if (type === 'click') target.click()
    else typeInto(target, value)
  }
}

/** React notices a value only if it is set by the property of the element's class. */
function typeInto(target: EarlyEvent['target'], value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')
  property?.set?.call(target, value)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}
