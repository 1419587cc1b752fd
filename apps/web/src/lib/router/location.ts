import { createContext, use, useSyncExternalStore } from 'react'
import { createStore } from '../store.ts'
import type { PathParams } from './match-path.ts'

interface Location {
  pathname: string
  /** With its '?', or empty. */
  search: string
  /** With its '#', or empty. */
  hash: string
  /** What the link passed on. */
  state: unknown
  /** Another one after each navigation. */
  key: string
}

/** The location at which a page is rendered before the browser's own is known: on the server, and to take over its HTML. */
export const InitialLocationContext = createContext<Location>(buildLocation('/'))

const navigations = createStore(0)
let current: Location | undefined

/** Returns the location of a path without query and hash. */
export function buildLocation(pathname: string): Location {
  return { pathname, search: '', hash: '', state: null, key: 'initial' }
}

export function useLocation(): Location {
  const initial = use(InitialLocationContext)
  return useSyncExternalStore(subscribe, getLocation, () => initial)
}

/** Goes to a path, query or hash of this application, or back (-1) and forth in its history. */
export function navigate(
  to: string | number,
  { replace = false, state }: { replace?: boolean; state?: unknown } = {},
): void {
  if (typeof to === 'number') {
    window.history.go(to)
    return
  }
  if (replace) window.history.replaceState(state ?? null, '', to)
  else window.history.pushState(state ?? null, '', to)
  updateLocation()
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', updateLocation)
  return navigations.subscribe(listener)
}

function getLocation(): Location {
  current ??= readLocation()
  return current
}

function updateLocation(): void {
  current = undefined
  navigations.set(navigations.get() + 1)
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: window.history.state, key: String(navigations.get()) }
}

export const ParamsContext = createContext<PathParams>({})

export const useParams = (): PathParams => use(ParamsContext)
