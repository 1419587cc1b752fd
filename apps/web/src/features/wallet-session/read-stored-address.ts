import { type Address, parseAddress } from '@app/values/address.ts'
import { browserStorage } from '../../lib/browser-storage.ts'

/** Key under which FCL stores the connected user. */
const FCL_STORAGE_KEY = 'CURRENT_USER'

/** Returns the address of the session that FCL has stored in this browser, without loading FCL. */
export function readStoredAddress(): Address | null {
  return parseSessionAddress(browserStorage.getItem(FCL_STORAGE_KEY))
}

/** Parses the address of a session that FCL stored; null when no user is logged in. */
export function parseSessionAddress(text: string | null): Address | null {
  const session = parseSession(text)
  if (session === null) return null
  const isLoggedIn = 'loggedIn' in session && session.loggedIn === true
  if (!isLoggedIn || !('addr' in session) || typeof session.addr !== 'string') return null
  return parseAddress(session.addr)
}

/** A session that another tab stored: that of a user, or null after a log-out. */
type StoredSession = { address: Address; user: object } | null

export function watchOtherTabs(onChange: (session: StoredSession) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    // The key is null when the whole storage was cleared.
    if (key !== null && key !== FCL_STORAGE_KEY) return
    const address = parseSessionAddress(newValue)
    const user = parseSession(newValue)
    onChange(address === null || user === null ? null : { address, user })
  })
}

function parseSession(text: string | null): object | null {
  const session = parseJsonOrNull(text ?? 'null')
  return typeof session === 'object' ? session : null
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
