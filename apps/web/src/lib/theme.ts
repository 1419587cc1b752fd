import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'

export type Theme = 'light' | 'dark'

/** The script in index.html reads it too, before the first paint. */
const STORAGE_KEY = 'dharma-guard.theme'

const listeners = new Set<() => void>()

/** Returns the current theme, and a function that switches to the other one and stores the choice. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, detectTheme, detectServerTheme)
  const toggle = () => {
    const next: Theme = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    browserStorage.setItem(STORAGE_KEY, next)
    for (const listener of listeners) listener()
  }
  return { theme, toggle }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server does not know; a page is rendered again once the browser does. */
function detectServerTheme(): Theme {
  return 'light'
}

function detectTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
