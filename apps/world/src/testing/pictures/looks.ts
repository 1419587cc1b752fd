import type { BrowserContextOptions } from 'playwright-core'

const DESKTOP = { width: 1280, height: 800 }

/** How a screen is looked at: the size of the window and the colour scheme; `full` has the window grow with the page. */
export const LOOKS = {
  light: { viewport: DESKTOP, colorScheme: 'light' },
  full: { viewport: DESKTOP, colorScheme: 'light' },
  dark: { viewport: DESKTOP, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
} as const satisfies Record<string, BrowserContextOptions>

export type Look = keyof typeof LOOKS
