import { WALLET_FRAME_ID } from './wallet-session.ts'

/** The latest element of the page that had the focus, and what it stands in, from the inside out. */
let trail: readonly EventTarget[] = []

/**
 * Keeps the place of whoever uses the page by keyboard. The frame of a wallet, which covers the page, gets the focus. When
 * what has the focus is removed, such as that frame or a button that has done its work, the focus returns to the element
 * of the page that had it last; where that is gone, too, it goes to the nearest heading of what is left around it.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', (event) => {
    if (!isFrame(event.target)) trail = event.composedPath()
  })
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (isFrame(node)) node.focus()
    if (records.some(hasTakenFocus)) returnFocus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Extensions have frames of their own. */
const isFrame = (target: EventTarget | null): target is HTMLIFrameElement =>
  target instanceof HTMLIFrameElement && target.id === WALLET_FRAME_ID

/** A frame can have the focus without an event. */
const hasTakenFocus = ({ removedNodes }: MutationRecord) =>
  [...removedNodes].some((node) => isFrame(node) || trail.includes(node))

function returnFocus(): void {
  for (const element of trail) {
    if (document.activeElement !== document.body) return
    if (element instanceof HTMLElement && element.isConnected) {
      findPlace(element)?.focus({ preventScroll: true })
    }
  }
}

/** Returns what had the focus itself; of what it stands in the first heading, which can have the focus from now on. */
function findPlace(element: HTMLElement): HTMLElement | null {
  if (element === trail[0]) return element
  const place = element.querySelector<HTMLElement>('main, main :is(h1, h2, h3)')
  if (place !== null) place.tabIndex = -1
  return place
}
