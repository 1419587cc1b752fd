import { useEffect } from 'react'

/** Addresses that an element is about, separated by spaces. */
const ADDRESS_ATTRIBUTE = 'data-address'
/** Marks every element that is about the address under the pointer or the focus (`styles.css`). */
const LIT_ATTRIBUTE = 'data-lit'

/**
 * Lights up every element about the same address as the one under the pointer or the focus. Returns
 * a function that stops it. One set of listeners serves the page, whatever it shows.
 */
function startAddressHighlight(page: Document): () => void {
  const light = ({ target }: Event) => lightUp(page, target)
  const events = ['pointerover', 'focusin', 'focusout'] as const
  for (const event of events) page.addEventListener(event, light)
  return () => {
    for (const event of events) page.removeEventListener(event, light)
    lightUp(page, null)
  }
}

function lightUp(page: Document, target: EventTarget | null): void {
  const about = target instanceof Element ? target.closest(`[${ADDRESS_ATTRIBUTE}]`) : null
  const wanted = new Set(about === null ? [] : findSameAddress(page, about))
  for (const element of page.querySelectorAll(`[${LIT_ATTRIBUTE}]`)) {
    if (!wanted.delete(element)) element.removeAttribute(LIT_ATTRIBUTE)
  }
  for (const element of wanted) element.setAttribute(LIT_ATTRIBUTE, '')
}

/** An account is lit with its transfers; a transfer with its two accounts. */
function findSameAddress(page: Document, about: Element): Element[] {
  const text = about.getAttribute(ADDRESS_ATTRIBUTE) ?? ''
  const addresses = text.split(' ').filter((address) => address !== '')
  const comparison = addresses.length > 1 ? '=' : '~='
  const wanted = addresses.length > 1 ? [text, ...addresses] : addresses
  const selectors = wanted.map((one) => `[${ADDRESS_ATTRIBUTE}${comparison}"${escapeQuotes(one)}"]`)
  return selectors.length === 0 ? [] : [...page.querySelectorAll(selectors.join())]
}

const escapeQuotes = (text: string) => text.replace(/["\\]/g, '\\$&')

/** Lights up an address everywhere on the page while one of its places has the pointer or the focus. */
export function useAddressHighlight(): void {
  useEffect(() => startAddressHighlight(document), [])
}
