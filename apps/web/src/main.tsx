import './styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { ConfigFailure } from './config-failure.tsx'
import { createWalletSession } from './features/wallet-session/wallet-session.ts'
import { createApiClient } from './lib/api.ts'
import { loadRuntimeConfig, type RuntimeConfig } from './lib/config/runtime-config.ts'
import { reportFailure } from './lib/report-failure.ts'
import { buildLocation, InitialLocationContext } from './lib/router/location.ts'
import { findPage } from './routes.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no element #root')
void start(container)

/** Not awaited here: files of the page wait for this one. */
async function start(root: HTMLElement): Promise<void> {
  try {
    const { pathname } = window.location
    const [config] = await Promise.all([loadRuntimeConfig(), findPage(pathname)?.route.preload()])
    const app = createPage(config, pathname)
    // The web server has rendered the page without data; the development server has not.
    if (root.dataset.path === pathname) hydrateRoot(root, app)
    else createRoot(root).render(app)
  } catch (error) {
    reportFailure('The application could not start', error)
    createRoot(root).render(<ConfigFailure error={error} />)
  }
}

function createPage(config: RuntimeConfig, pathname: string) {
  const api = createApiClient(config.apiUrl)
  const session = createWalletSession(config, api)
  return (
    <StrictMode>
      <InitialLocationContext value={buildLocation(pathname)}>
        <App config={config} api={api} session={session} />
      </InitialLocationContext>
    </StrictMode>
  )
}
