import { type Address, parseAddress } from '@app/values/address.ts'

/** Key under which FCL stores the connected user. */
const FCL_STORAGE_KEY = 'CURRENT_USER'

/** Returns the address of the session that FCL has stored in this browser, without loading FCL. */
export function readStoredAddress(): Address | null {
  return parseSessionAddress(localStorage.getItem(FCL_STORAGE_KEY))
}

/** Parses the address of a session that FCL stored; null when no user is logged in. */
export function parseSessionAddress(text: string | null): Address | null {
  const session = parseJsonOrNull(text ?? 'null')
  if (typeof session !== 'object' || session === null) return null
  const isLoggedIn = 'loggedIn' in session && session.loggedIn === true
  if (!isLoggedIn || !('addr' in session) || typeof session.addr !== 'string') return null
  return parseAddress(session.addr)
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
