import { createContext, use, useSyncExternalStore } from 'react'
import type { WalletSession, WalletState } from './wallet-session.ts'

export const WalletSessionContext = createContext<WalletSession | null>(null)

/** Returns the connected wallet, and functions to connect and disconnect. */
export function useWalletSession(): WalletState & Pick<WalletSession, 'connect' | 'disconnect'> {
  const session = use(WalletSessionContext)
  if (session === null) throw new Error('useWalletSession was called outside of its context')
  const state = useSyncExternalStore(session.subscribe, session.getState)
  return { ...state, connect: session.connect, disconnect: session.disconnect }
}
