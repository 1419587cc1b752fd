import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'
import { createStore } from './store.ts'

type Theme = 'light' | 'dark'

/** The script in index.html reads it too, before the first paint. */
const STORAGE_KEY = 'dharma-guard.theme'

/** Null until the user chooses one here. */
const chosen = createStore<Theme | null>(null)

/** Returns the current theme, and a function that switches to the other one and stores the choice. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(chosen.subscribe, detectTheme, (): Theme => 'light')
  const toggle = () => {
    const next: Theme = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    browserStorage.setItem(STORAGE_KEY, next)
    chosen.set(next)
  }
  return { theme, toggle }
}

function detectTheme(): Theme {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
