/** A click or text in a field or button, or the shortcut of the palette anywhere. */
type EarlyEvent = { event: KeyboardEvent } | EventInField

interface EventInField {
  event: Event
  target: HTMLButtonElement | HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  value: string
}

declare global {
  /** Defined by the script in index.html; absent where that did not run, and once the page works. */
  var takeEarlyEvents: (() => EarlyEvent[]) | undefined
}

/** Repeats, in their order, what the user clicked and typed while the page was shown but did not work yet. */
export function replayEarlyEvents(): void {
  const events = globalThis.takeEarlyEvents?.() ?? []
  globalThis.takeEarlyEvents = undefined
  for (const early of events) {
    if (isKey(early)) document.dispatchEvent(new KeyboardEvent('keydown', early.event))
    else if (early.event.type === 'click') early.target.click()
    else typeInto(early)
  }
}

const isKey = (early: EarlyEvent): early is { event: KeyboardEvent } =>
  early.event instanceof KeyboardEvent

/** React notices a value only if it is set by the property of the element's class. */
function typeInto({ target, value }: EventInField): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')
  property?.set?.call(target, value)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}
