/** The part of FCL that the application uses; the published package has no types. */
declare module '@onflow/fcl' {
  export interface FclService {
    type: string
    data?: unknown
  }

  export interface FclUser {
    addr: string | null
    loggedIn: boolean | null
    services?: readonly FclService[]
  }

  interface FclConfig {
    put(key: string, value: unknown): FclConfig
    delete(key: string): FclConfig
  }

  export function config(values?: Record<string, unknown>): FclConfig

  /** Returns the chain of the access node, such as 'testnet'. */
  export function getChainId(): Promise<string>

  export const currentUser: {
    subscribe(listener: (user: FclUser) => void): () => void
    authenticate(): Promise<FclUser>
    unauthenticate(): void
    /** Resolves to signatures, or to what the wallet threw. */
    signUserMessage(hex: string): Promise<unknown>
  }
}

/** FCL's own store, of the same version as FCL has. */
declare module '@onflow/util-actor' {
  export function send(actor: string, message: string, data: unknown): void
}
