import { createContext, use, useSyncExternalStore } from 'react'
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

interface NavigateOptions {
  /** Replaces the entry of the browser's history. */
  replace?: boolean
  state?: unknown
}

/** The location at which a page is rendered before the browser's own is known: on the server, and to take over its HTML. */
export const InitialLocationContext = createContext<Location>(buildLocation('/'))

let current: Location | undefined
let navigations = 0
const listeners = new Set<() => void>()

/** Returns the location of a path without query and hash. */
export function buildLocation(pathname: string): Location {
  return { pathname, search: '', hash: '', state: null, key: 'initial' }
}

/** Returns the current location; the component renders again when it changes. */
export function useLocation(): Location {
  const initial = use(InitialLocationContext)
  return useSyncExternalStore(subscribe, getLocation, () => initial)
}

/** Goes to a path, query or hash of this application, or back (-1) and forth in its history. */
export function navigate(
  to: string | number,
  { replace = false, state }: NavigateOptions = {},
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
  if (listeners.size === 0) window.addEventListener('popstate', updateLocation)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', updateLocation)
  }
}

function getLocation(): Location {
  current ??= readLocation()
  return current
}

function updateLocation(): void {
  navigations++
  current = readLocation()
  for (const listener of listeners) listener()
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: window.history.state, key: String(navigations) }
}

export const ParamsContext = createContext<PathParams>({})

/** Returns the parameters of the path of the current page. */
export const useParams = (): PathParams => use(ParamsContext)
