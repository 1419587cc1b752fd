import { useEffect } from 'react'
import { startAddressHighlight } from './address-highlight.ts'

/** Lights up an address everywhere on the page while one of its places has the pointer or the focus. */
export function useAddressHighlight(): void {
  useEffect(() => startAddressHighlight(document), [])
}
