import type { ApiClient } from '@app/api/client/client.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { FclUser } from '@onflow/fcl'
import type { RuntimeConfig } from '../../lib/config/runtime-config.ts'
import { encodeTextAsHex } from '../../lib/consent/encode-text.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import {
  SigningError,
  type TextSignatures,
  type WalletSession,
  type WalletState,
} from '../../lib/wallet-session.ts'
import { describeForeignNetwork } from './describe-foreign-network.ts'
import type { FclClient } from './fcl-client.ts'
import { findAccountProof } from './find-account-proof.ts'
import { createLoginChannel } from './login-channel.ts'
import { createLoginSession, type LoginSession } from './login-session.ts'
import { observeWallet } from './observe-wallet.ts'
import { parseUserSignatures } from './parse-signatures.ts'
import { readStoredAddress, watchOtherTabs } from './read-stored-address.ts'

type Busy = NonNullable<WalletState['busy']>

type FclAction = (fcl: FclClient) => unknown

/**
 * Creates the session of the connected wallet. Starts with the session stored in this browser, and loads FCL
 * only for such a session or when the user connects. A failed log-in or log-out is only logged to the console.
 * Connecting also logs in to the server; without its session the wallet is connected all the same.
 */
export function createWalletSession(config: RuntimeConfig, api: ApiClient): WalletSession {
  const login = createLoginSession(api)
  const channel = createLoginChannel()
  const listeners = new Set<() => void>()
  let state: WalletState = { address: readStoredAddress(), busy: null, problem: null }
  let loading: Promise<FclClient> | undefined

  const update = (change: Partial<WalletState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const loadFclOnce = () => {
    loading ??= loadFcl(config, (address) => update({ address })).then((fcl) => {
      void checkNetwork(fcl)
      return fcl
    })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  const checkNetwork = async (fcl: FclClient) => {
    try {
      update({ problem: describeForeignNetwork(await fcl.getNetwork(), config.network) })
    } catch (error) {
      reportFailure('The access node of the wallet did not answer', error)
    }
  }

  let running: Promise<void> = Promise.resolve()
  watchOtherTabs((session) => {
    if (session?.address === state.address || state.busy !== null) return
    running = session === null ? Promise.resolve() : channel.waitForOtherTab()
    update({ address: session?.address ?? null })
    loading?.then(
      (fcl) => (session === null ? fcl.unauthenticate() : fcl.adopt(session.user)),
      () => {},
    )
  })

  const runFclAction = (busy: Busy, action: FclAction) => {
    running = tryFclAction(busy, action)
    return running
  }

  const tryFclAction = async (busy: Busy, action: FclAction) => {
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
    connect: async () => {
      await runFclAction('connecting', (fcl) => logIn(fcl, login))
      await login.waitForCalls()
      channel.announce()
    },
    disconnect: () => runFclAction('disconnecting', (fcl) => logOut(fcl, login)),
    signText: async (text) => {
      if (state.address === null) throw new SigningError('Connect your wallet to sign.')
      return signText(await loadFclOnce(), state.address, text)
    },
    waitForLogin: async () => {
      await running
      await login.waitForCalls()
    },
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
async function logIn(fcl: FclClient, login: LoginSession): Promise<void> {
  const nonce = await login.requestNonce()
  const user = await authenticate(fcl, nonce)
  if (nonce === undefined) return
  const proof = findAccountProof(user, nonce)
  if (proof !== null) login.open(proof)
  else reportFailure('Session error', new Error('The wallet gave no account proof'))
}

async function authenticate(fcl: FclClient, nonce: string | undefined): Promise<FclUser> {
  const wallet = observeWallet(window)
  try {
    const user = await fcl.authenticate(nonce)
    if (user.loggedIn) return user
    throw new Error(wallet.getReason() ?? NO_ANSWER)
  } finally {
    wallet.stop()
  }
}

const NO_ANSWER =
  'The wallet did not log in: it gave no reason, or its window could not be opened or loaded.'

/** Resolves once FCL reports that no user is logged in. */
function logOut(fcl: FclClient, login: LoginSession): Promise<void> {
  login.close()
  return new Promise((resolve) => {
    const unsubscribe = fcl.subscribe((user) => {
      if (user.loggedIn) return
      resolve()
      queueMicrotask(() => unsubscribe())
    })
    fcl.unauthenticate()
  })
}

async function signText(fcl: FclClient, address: Address, text: string): Promise<TextSignatures> {
  try {
    return parseUserSignatures(await fcl.signUserMessage(encodeTextAsHex(text)), address)
  } catch (error) {
    reportFailure('Signing error', error)
    throw error
  }
}
