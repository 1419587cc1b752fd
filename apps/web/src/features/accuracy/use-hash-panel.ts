import { useLocation, useNavigate } from 'react-router'

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
  const navigate = useNavigate()
  const close = () =>
    state?.isPanel ? navigate(-1) : navigate({ pathname, search, hash: '' }, { replace: true })
  return { isOpen: hash === wanted, close: () => void close() }
}
