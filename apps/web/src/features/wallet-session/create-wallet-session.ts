import type { ApiClient } from '@app/api/client/client.ts'
import { createNonce, createSession, endSession } from '@app/api/routes/session.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import type { FclUser } from '@onflow/fcl'
import { encodeTextAsHex } from '../../lib/consent/encode-text.ts'
import { loadPart } from '../../lib/loading/load-part.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import type { RuntimeConfig } from '../../lib/runtime-config.ts'
import {
  SigningError,
  type TextSignatures,
  type WalletSession,
  type WalletState,
} from '../../lib/wallet-session.ts'
import type { FclClient } from './fcl-client.ts'
import { observeWhile, type WalletObserver } from './observe-wallet.ts'
import { type AccountProof, findAccountProof, parseUserSignatures } from './parse-signatures.ts'
import { readStoredAddress, watchOtherTabs } from './read-stored-address.ts'

type Busy = NonNullable<WalletState['busy']>

type FclAction = (fcl: FclClient) => unknown

/**
 * Creates the session of the connected wallet. Starts with the session stored in this browser, and loads FCL
 * only for such a session or when the user connects. A failed log-in or log-out is only logged to the console.
 * Connecting also logs in to the server; without its session the wallet is connected all the same.
 */
export function createWalletSession(config: RuntimeConfig, api: ApiClient): WalletSession {
  const { walletUrl } = config
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
      await runFclAction('connecting', (fcl) => logIn(fcl, { login, walletUrl }))
      await login.waitForCalls()
      channel.announce()
    },
    disconnect: () => runFclAction('disconnecting', (fcl) => logOut(fcl, login)),
    signText: async (text) => {
      const { address } = state
      if (address === null) throw new SigningError('Connect your wallet to sign.')
      const fcl = await loadFclOnce()
      return observeWhile(walletUrl, () => signText(fcl, address, text))
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
  const { createFclClient } = await loadPart(() => import('./fcl-client.ts'))
  const fcl = createFclClient(config)
  fcl.subscribe((user) => onAddress(user.loggedIn ? parseAddress(user.addr ?? '') : null))
  return fcl
}

/** Throws when the wallet declines or its window is closed: FCL then resolves without a logged-in user. */
async function logIn(
  fcl: FclClient,
  { login, walletUrl }: { login: LoginSession; walletUrl: string },
): Promise<void> {
  const nonce = await login.requestNonce()
  const user = await observeWhile(walletUrl, (wallet) => authenticate(fcl, nonce, wallet))
  if (nonce === undefined) return
  const proof = findAccountProof(user, nonce)
  if (proof !== null) login.open(proof)
  else reportFailure('Session error', new Error('The wallet gave no account proof'))
}

async function authenticate(
  fcl: FclClient,
  nonce: string | undefined,
  wallet: WalletObserver,
): Promise<FclUser> {
  const user = await fcl.authenticate(nonce)
  if (user.loggedIn) return user
  throw new Error(wallet.getReason() ?? NO_ANSWER)
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

/** A wallet that connects does not wait longer than this for the server. */
const NONCE_TIMEOUT_MS = 3_000

/** The session of the connected wallet with the server. Its failures are logged and never thrown. */
interface LoginSession {
  /** Resolves to undefined when the server gives none in time. */
  requestNonce(): Promise<string | undefined>
  open(proof: AccountProof): void
  close(): void
  /** Resolves when the calls so far have ended. */
  waitForCalls(): Promise<unknown>
}

function createLoginSession(api: ApiClient): LoginSession {
  // One call after the other, so that a log-out is never overtaken by the log-in before it.
  let previous: Promise<unknown> = Promise.resolve()
  const enqueue = (call: () => Promise<unknown>) => {
    previous = previous.then(call).catch(reportSessionFailure)
  }
  return {
    requestNonce: async () => {
      try {
        const signal = AbortSignal.timeout(NONCE_TIMEOUT_MS)
        return (await api.call(createNonce, undefined, signal)).nonce
      } catch (error) {
        reportSessionFailure(error)
        return undefined
      }
    },
    open: (body) => enqueue(() => api.call(createSession, { body })),
    close: () => enqueue(() => api.call(endSession)),
    waitForCalls: () => previous,
  }
}

const reportSessionFailure = (error: unknown) => reportFailure('Session error', error)

/** Tells the tabs of this site when one of them has logged in to the server, whose cookie all of them use. */
interface LoginChannel {
  announce(): void
  /** Resolves when another tab has logged in, or after some seconds without a word. */
  waitForOtherTab(): Promise<void>
}

/** The server answers a log-in within a second; without an answer, the tab finds out for itself. */
const WAIT_MS = 5_000

function createLoginChannel(): LoginChannel {
  const channel = openChannel()
  return {
    announce: () => channel?.postMessage(null),
    waitForOtherTab: () =>
      new Promise((resolve) => {
        const signal = AbortSignal.timeout(WAIT_MS)
        channel?.addEventListener('message', () => resolve(), { once: true, signal })
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
}

/** Null where the browser denies it, as it does with all that is stored. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('wallet-login')
  } catch {
    return null
  }
}

/** Returns a sentence when the access node is of another network than this page; null when it is of the same. */
export function describeForeignNetwork(nodeNetwork: string, network: Network): string | null {
  if (nodeNetwork === network) return null
  const { displayName } = SHOWN_NETWORKS[network]
  return `The node for wallets is of the network ${nodeNetwork}, but this page is about ${displayName}: wallets cannot sign here until the operator of this site corrects it.`
}
