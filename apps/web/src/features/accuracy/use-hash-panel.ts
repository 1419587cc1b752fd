import { useLocation, useNavigate } from 'react-router'

interface HashPanel {
  isOpen: boolean
  close: () => void
}

/**
 * A panel that lies over any page while the URL has the hash. Closing takes back the step that
 * opened it, or leaves the page alone when the visitor came by such a URL.
 */
export function useHashPanel(wanted: string): HashPanel {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const close = () =>
    state?.isPanel ? navigate(-1) : navigate({ pathname, search, hash: '' }, { replace: true })
  return { isOpen: hash === wanted, close: () => void close() }
}
