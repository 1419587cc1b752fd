import { type Address, parseAddress } from '@app/values/address.ts'
import type { RuntimeConfig } from '../../lib/config/runtime-config.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import type { FclClient } from './fcl-client.ts'
import { readStoredAddress } from './read-stored-address.ts'

export interface WalletState {
  address: Address | null
  busy: 'connecting' | 'disconnecting' | null
}

export interface WalletSession {
  getState(): WalletState
  subscribe(listener: () => void): () => void
  connect(): Promise<void>
  disconnect(): Promise<void>
}

/**
 * Creates the session of the connected wallet. Starts with the session stored in this browser, and loads FCL
 * only for such a session or when the user connects. A failed log-in or log-out is only logged to the console.
 */
export function createWalletSession(config: RuntimeConfig): WalletSession {
  const listeners = new Set<() => void>()
  let state: WalletState = { address: readStoredAddress(), busy: null }
  let loading: Promise<FclClient> | undefined

  const update = (change: Partial<WalletState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const loadFclOnce = () => {
    loading ??= loadFcl(config, (address) => update({ address }))
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  const runFclAction = async (
    busy: 'connecting' | 'disconnecting',
    action: (fcl: FclClient) => unknown,
  ) => {
    update({ busy })
    try {
      await action(await loadFclOnce())
    } catch (error) {
      reportFailure(busy === 'connecting' ? 'Login error' : 'Logout error', error)
    } finally {
      update({ busy: null })
    }
  }

  if (state.address !== null) loadFclOnce().catch((error) => reportFailure('Login error', error))

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: () => runFclAction('connecting', logIn),
    disconnect: () => runFclAction('disconnecting', logOut),
  }
}

async function loadFcl(
  config: RuntimeConfig,
  onAddress: (address: Address | null) => void,
): Promise<FclClient> {
  const { createFclClient } = await import('./fcl-client.ts')
  const fcl = createFclClient(config)
  fcl.subscribe((user) => onAddress(user.loggedIn ? parseAddress(user.addr ?? '') : null))
  return fcl
}

/** Throws when the wallet declines or its window is closed: FCL then resolves without a logged-in user. */
async function logIn(fcl: FclClient): Promise<void> {
  const user = await fcl.authenticate()
  if (!user.loggedIn) throw new Error('The wallet did not log in')
}

/** Resolves once FCL reports that no user is logged in. */
function logOut(fcl: FclClient): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = fcl.subscribe((user) => {
      if (user.loggedIn) return
      resolve()
      queueMicrotask(() => unsubscribe())
    })
    fcl.unauthenticate()
  })
}
