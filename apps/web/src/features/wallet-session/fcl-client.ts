import { config, currentUser, type FclUser, getChainId } from '@onflow/fcl'
import { send } from '@onflow/util-actor'
import type { RuntimeConfig } from '../../lib/runtime-config.ts'

export interface FclClient {
  subscribe(listener: (user: FclUser) => void): () => void
  /** Asks the wallet for a proof that contains the nonce, unless it is undefined. */
  authenticate(nonce: string | undefined): Promise<FclUser>
  unauthenticate(): void
  signUserMessage(hex: string): Promise<unknown>
  /** Takes over the user that FCL stored in another tab. */
  adopt(storedUser: object): void
  /** Returns the chain of the access node, such as 'testnet'. */
  getNetwork(): Promise<string>
}

/** FCL asks for a proof whenever this key has a value, and fails if its function returns none. */
const PROOF_RESOLVER_KEY = 'fcl.accountProof.resolver'

/** Name of the actor in which FCL keeps the user. */
const USER_ACTOR = 'CURRENT_USER'

/** FCL writes several lines for each failure; the session logs one instead. */
const LOG_NOTHING = 0

export function createFclClient(runtime: RuntimeConfig): FclClient {
  config(buildFclConfig(runtime))
  return {
    subscribe: currentUser.subscribe,
    unauthenticate: currentUser.unauthenticate,
    signUserMessage: currentUser.signUserMessage,
    adopt: (storedUser) => send(USER_ACTOR, 'SET_CURRENT_USER', storedUser),
    getNetwork: getChainId,
    authenticate: (nonce) => {
      if (nonce === undefined) config().delete(PROOF_RESOLVER_KEY)
      else config().put(PROOF_RESOLVER_KEY, async () => ({ nonce }))
      return currentUser.authenticate()
    },
  }
}

function buildFclConfig(runtime: RuntimeConfig): Record<string, unknown> {
  const values: Record<string, unknown> = {
    'app.detail.title': 'Dharma Guard',
    'app.detail.icon': `${window.location.origin}/favicon.svg`,
    'app.detail.url': window.location.origin,
    'accessNode.api': runtime.accessNodeUrl,
    'discovery.wallet': runtime.walletUrl,
    'challenge.handshake': runtime.walletUrl,
    'flow.network': runtime.network,
    'fcl.limit': 9999,
    'logger.level': LOG_NOTHING,
  }
  if (runtime.walletConnectProjectId !== '') {
    values['walletconnect.projectId'] = runtime.walletConnectProjectId
  }
  return values
}
