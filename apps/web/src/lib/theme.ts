import { useState } from 'react'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'dharma-guard.theme'

/** Shows the theme the visitor chose earlier; without a choice the system's preference holds. */
export function applyStoredTheme(): void {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored
}

/** The theme that is shown, and a function that switches to the other and remembers it. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const [theme, setTheme] = useState(detectTheme)
  const toggle = () => {
    const next: Theme = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    localStorage.setItem(STORAGE_KEY, next)
    setTheme(next)
  }
  return { theme, toggle }
}

function detectTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
