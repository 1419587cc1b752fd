import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value of a store; `serverValue` on the server, and while its HTML is taken over. */
export const useStore = <T>(store: Store<T>, serverValue: T = store.get()): T =>
  useSyncExternalStore(store.subscribe, store.get, () => serverValue)
