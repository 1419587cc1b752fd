import { navigate, useLocation } from '../../lib/router/location.ts'

interface HashPanel {
  isOpen: boolean
  close: () => void
}

/**
 * A panel that is open over any page while the URL has the hash. Closing navigates back, or only removes
 * the hash when the user opened such a URL directly.
 */
export function useHashPanel(wanted: string): HashPanel {
  const { hash, pathname, search, state } = useLocation()
  const close = () =>
    isPanelState(state) ? navigate(-1) : navigate(pathname + search, { replace: true })
  return { isOpen: hash === wanted, close }
}

/** The link that opened the panel marks its entry of the browser's history. */
const isPanelState = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isPanel' in state
