import { type Address, parseAddress } from '@app/values/address.ts'
import { browserStorage } from './browser-storage.ts'

const STORAGE_KEY = 'dharma-recent-wallets'

const MAX_WALLETS = 5

/** Returns the wallets that this browser looked at, the latest first. */
export function readRecentWallets(storage: Pick<Storage, 'getItem'> = browserStorage): Address[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((text) => parseAddress(String(text)) ?? []).slice(0, MAX_WALLETS)
  } catch {
    return []
  }
}

export function rememberWallet(
  address: Address,
  storage: Pick<Storage, 'getItem' | 'setItem'> = browserStorage,
): void {
  const others = readRecentWallets(storage).filter((other) => other !== address)
  storage.setItem(STORAGE_KEY, JSON.stringify([address, ...others].slice(0, MAX_WALLETS)))
}
