import { type ComponentType, createElement, type ReactElement } from 'react'
import { matchPath, type PathParams } from './lib/router/match-path.ts'
import { lazyPart } from './ui/lazy-part.tsx'

interface PageRoute {
  /** Path, with `:name` for a parameter. */
  pattern: string
  /** Its module, from the folder of the app. */
  module: string
  /** Returns the page, which renders at once if it is preloaded. */
  render: () => ReactElement
  /** Loads the code of the page; resolves also where that fails, and `render` then says so. */
  preload: () => Promise<void>
}

const PAGES: readonly PageRoute[] = [
  createRoute({
    pattern: '/',
    module: 'src/pages/home/home-page.tsx',
    load: async () => (await import('./pages/home/home-page.tsx')).HomePage,
  }),
  createRoute({
    pattern: '/dashboard',
    module: 'src/pages/dashboard/dashboard-page.tsx',
    load: async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage,
  }),
  createRoute({
    pattern: '/wallet/:address?',
    module: 'src/pages/wallet/wallet-page.tsx',
    load: async () => (await import('./pages/wallet/wallet-page.tsx')).WalletPage,
  }),
  createRoute({
    pattern: '/governance',
    module: 'src/pages/governance/governance-page.tsx',
    load: async () => (await import('./pages/governance/governance-page.tsx')).GovernancePage,
  }),
]

/** Returns the page at a path with the parameters in it; null when there is none. */
export function findPage(pathname: string): { route: PageRoute; params: PathParams } | null {
  for (const route of PAGES) {
    const params = matchPath(route.pattern, pathname)
    if (params !== null) return { route, params }
  }
  return null
}

interface RouteOptions extends Pick<PageRoute, 'pattern' | 'module'> {
  load: () => Promise<ComponentType>
}

function createRoute({ load, ...route }: RouteOptions): PageRoute {
  const Page = lazyPart(load, (failure) =>
    createElement('div', { className: 'page-width py-16' }, failure),
  )
  return { ...route, render: () => createElement(Page), preload: Page.preload }
}
