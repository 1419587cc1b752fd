import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { createContext, use, useSyncExternalStore } from 'react'

export interface WalletState {
  address: Address | null
  busy: 'connecting' | 'disconnecting' | null
  /** Why wallets cannot be used here, as a sentence; null while nothing is known against it. */
  problem: string | null
}

/** Id of the frame in which FCL shows a wallet. */
export const WALLET_FRAME_ID = 'FCL_IFRAME'

/** The state in which the server renders pages. */
const DISCONNECTED: WalletState = { address: null, busy: null, problem: null }

/** The signatures of one text, at least one. */
export type TextSignatures = WalletSignature['signatures']

export interface WalletSession {
  getState(): WalletState
  subscribe(listener: () => void): () => void
  connect(): Promise<void>
  disconnect(): Promise<void>
  /** Asks the connected wallet to sign a text. Throws `SigningError` when it does not. */
  signText(text: string): Promise<TextSignatures>
  /** Resolves when every connection and log-in that has begun has ended, whether it succeeded or not. */
  waitForLogin(): Promise<void>
}

const refuse = () => Promise.reject(new Error('There is no wallet on the server.'))

/** The session in which the server renders pages. */
export const NO_SESSION: WalletSession = {
  getState: () => DISCONNECTED,
  subscribe: () => () => {},
  connect: refuse,
  disconnect: refuse,
  signText: refuse,
  waitForLogin: refuse,
}

/** Why a text was not signed: a sentence for the user. */
export class SigningError extends Error {
  override name = 'SigningError'
}

export const WalletSessionContext = createContext<WalletSession | null>(null)

export function useWalletSession(): WalletState & Omit<WalletSession, 'getState' | 'subscribe'> {
  const session = use(WalletSessionContext)
  if (session === null) throw new Error('useWalletSession was called outside of its context')
  const state = useSyncExternalStore(session.subscribe, session.getState, () => DISCONNECTED)
  const { connect, disconnect, signText, waitForLogin } = session
  return { ...state, connect, disconnect, signText, waitForLogin }
}
