/** The part of FCL that the application uses; the published package has no types. */
declare module '@onflow/fcl' {
  export interface FclUser {
    addr: string | null
    loggedIn: boolean | null
  }

  export function config(values: Record<string, unknown>): unknown

  export const currentUser: {
    subscribe(listener: (user: FclUser) => void): () => void
    authenticate(): Promise<FclUser>
    unauthenticate(): void
  }
}
