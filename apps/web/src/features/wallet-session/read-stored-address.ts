import { type Address, parseAddress } from '@app/values/address.ts'

/** Where FCL keeps the connected user. */
const FCL_STORAGE_KEY = 'CURRENT_USER'

/** The address of the session that FCL has stored in this browser, without loading FCL. */
export function readStoredAddress(): Address | null {
  return parseSessionAddress(localStorage.getItem(FCL_STORAGE_KEY))
}

/** The address in a session as FCL writes it; null when nobody is logged in. */
export function parseSessionAddress(text: string | null): Address | null {
  const session = parseJson(text ?? 'null')
  if (typeof session !== 'object' || session === null) return null
  const isLoggedIn = 'loggedIn' in session && session.loggedIn === true
  if (!isLoggedIn || !('addr' in session) || typeof session.addr !== 'string') return null
  return parseAddress(session.addr)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
