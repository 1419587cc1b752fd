import type { ApiClient } from '@app/api/client/client.ts'
import { createNonce, createSession, endSession } from '@app/api/routes/session.ts'
import { parseAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import { encodeTextAsHex } from '../../lib/consent/encode-text.ts'
import { loadPart } from '../../lib/loading/load-part.ts'
import { reloadOnce } from '../../lib/loading/reload-page.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import type { RuntimeConfig } from '../../lib/runtime-config.ts'
import { createStore } from '../../lib/store.ts'
import { SigningError, type WalletSession, type WalletState } from '../../lib/wallet-session.ts'
import { askToReload } from '../../ui/lazy-part.tsx'
import type { FclClient } from './fcl-client.ts'
import { observeWhile } from './observe-wallet.ts'
import { type AccountProof, findAccountProof, parseUserSignatures } from './parse-signatures.ts'
import { readStoredAddress, watchOtherTabs } from './read-stored-address.ts'

/**
 * Creates the session of the connected wallet. Starts with the session stored in this browser, and loads FCL
 * only for such a session or when the user connects. A failed log-in or log-out is only logged to the console.
 * Connecting also logs in to the server; without its session the wallet is connected all the same.
 */
export function createWalletSession(config: RuntimeConfig, api: ApiClient): WalletSession {
  const { walletUrl } = config
  const login = createLoginSession(api)
  const channel = openChannel()
  const stored: WalletState = { address: readStoredAddress(), busy: null, problem: null }
  const state = createStore(stored)
  const update = (change: Partial<WalletState>) => state.set({ ...state.get(), ...change })
  let loading: Promise<FclClient> | undefined
  let reload = reloadOnce
  let running: Promise<void> = Promise.resolve()

  const loadFclOnce = () => {
    loading ??= loadFcl({ config, update, reload }).catch((error) => {
      loading = undefined
      // Within one document the browser does not load again what has failed.
      reload = askToReload
      throw error
    })
    return loading
  }

  const run = (busy: NonNullable<WalletState['busy']>, action: (fcl: FclClient) => unknown) => {
    const tryAction = async () => {
      update({ busy })
      try {
        await action(await loadFclOnce())
      } catch (error) {
        reportFailure(busy === 'connecting' ? 'Login error' : 'Logout error', error)
      } finally {
        update({ busy: null })
      }
    }
    running = tryAction()
    return running
  }

  watchOtherTabs((session) => {
    const { address, busy } = state.get()
    if (session?.address === address || busy !== null) return
    running = session === null ? Promise.resolve() : waitForOtherTab(channel)
    update({ address: session?.address ?? null })
    loading?.then(
      (fcl) => (session === null ? fcl.unauthenticate() : fcl.adopt(session.user)),
      () => {},
    )
  })

  if (stored.address !== null) loadFclOnce().catch((error) => reportFailure('Login error', error))

  return {
    getState: state.get,
    subscribe: state.subscribe,
    connect: async () => {
      await run('connecting', (fcl) => logIn(fcl, login, walletUrl))
      await login.waitForCalls()
      channel?.postMessage(null)
    },
    disconnect: () => run('disconnecting', (fcl) => logOut(fcl, login)),
    signText: async (text) => {
      const { address } = state.get()
      if (address === null) throw new SigningError('Connect your wallet to sign.')
      const fcl = await loadFclOnce()
      try {
        const hex = encodeTextAsHex(text)
        const signed = await observeWhile(walletUrl, () => fcl.signUserMessage(hex))
        return parseUserSignatures(signed, address)
      } catch (error) {
        reportFailure('Signing error', error)
        throw error
      }
    },
    waitForLogin: async () => {
      await running
      await login.waitForCalls()
    },
  }
}

interface FclLoading {
  config: RuntimeConfig
  update: (change: Partial<WalletState>) => void
  reload: () => Promise<boolean>
}

async function loadFcl({ config, update, reload }: FclLoading): Promise<FclClient> {
  const { createFclClient } = await loadPart(() => import('./fcl-client.ts'), reload)
  const fcl = createFclClient(config)
  fcl.subscribe(({ loggedIn, addr }) =>
    update({ address: loggedIn ? parseAddress(addr ?? '') : null }),
  )
  fcl.getNetwork().then(
    (network) => update({ problem: describeForeignNetwork(network, config.network) }),
    (error) => reportFailure('The access node of the wallet did not answer', error),
  )
  return fcl
}

/** Throws when the wallet declines or its window is closed: FCL then resolves without a logged-in user. */
async function logIn(fcl: FclClient, login: LoginSession, walletUrl: string): Promise<void> {
  const nonce = await login.requestNonce()
  const user = await observeWhile(walletUrl, async (getReason) => {
    const found = await fcl.authenticate(nonce)
    if (!found.loggedIn) throw new Error(getReason() ?? NO_ANSWER)
    return found
  })
  if (nonce === undefined) return
  const proof = findAccountProof(user, nonce)
  if (proof !== null) login.open(proof)
  else reportFailure('Session error', new Error('The wallet gave no account proof'))
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

/** A wallet that connects does not wait longer than this for the server. */
const NONCE_TIMEOUT_MS = 3_000

type LoginSession = ReturnType<typeof createLoginSession>

/** Creates the session of the connected wallet with the server. Its failures are logged and never thrown. */
function createLoginSession(api: ApiClient) {
  const reportError = (error: unknown) => reportFailure('Session error', error)
  // One call after the other, so that a log-out is never overtaken by the log-in before it.
  let previous: Promise<unknown> = Promise.resolve()
  const enqueue = (call: () => Promise<unknown>) => {
    previous = previous.then(call).catch(reportError)
  }
  return {
    /** Resolves to undefined when the server gives none in time. */
    requestNonce: async (): Promise<string | undefined> => {
      try {
        const signal = AbortSignal.timeout(NONCE_TIMEOUT_MS)
        return (await api.call(createNonce, undefined, signal)).nonce
      } catch (error) {
        reportError(error)
        return undefined
      }
    },
    open: (body: AccountProof) => enqueue(() => api.call(createSession, { body })),
    close: () => enqueue(() => api.call(endSession)),
    /** Resolves when the calls so far have ended. */
    waitForCalls: () => previous,
  }
}

/**
 * Opens the channel on which a tab says that it has logged in to the server, whose cookie all of them use; null where the
 * browser denies it, as it does with all that is stored.
 */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('wallet-login')
  } catch {
    return null
  }
}

/** The server answers a log-in within a second; without an answer, the tab finds out for itself. */
const WAIT_MS = 5_000

const waitForOtherTab = (channel: BroadcastChannel | null): Promise<void> =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(WAIT_MS)
    channel?.addEventListener('message', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Returns a sentence when the access node is of another network than this page; null when it is of the same. */
export function describeForeignNetwork(nodeNetwork: string, network: Network): string | null {
  if (nodeNetwork === network) return null
  const { displayName } = SHOWN_NETWORKS[network]
  return `The node for wallets is of the network ${nodeNetwork}, but this page is about ${displayName}: wallets cannot sign here until the operator of this site corrects it.`
}
