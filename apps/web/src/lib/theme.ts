import { useState } from 'react'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'dharma-guard.theme'

/** Applies the theme that the user chose earlier; without a choice the system's preference applies. */
export function applyStoredTheme(): void {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored
}

/** Returns the current theme, and a function that switches to the other one and stores the choice. */
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
