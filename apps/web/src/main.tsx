import './styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { ConfigFailure } from './config-failure.tsx'
import { createWalletSession } from './features/wallet-session/create-wallet-session.ts'
import { createApiClient } from './lib/api.ts'
import { keepFocus } from './lib/focus.ts'
import { type PageAnswers, takePageAnswers } from './lib/page-answers.ts'
import { reportFailure } from './lib/report-failure.ts'
import { buildLocation, InitialLocationContext } from './lib/router/location.ts'
import { loadRuntimeConfig, type RuntimeConfig } from './lib/runtime-config.ts'
import { findPage } from './routes.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no element #root')
void start(container)

/** Not awaited here: files of the page wait for this one. */
async function start(root: HTMLElement): Promise<void> {
  try {
    const { pathname } = window.location
    const [config] = await Promise.all([loadRuntimeConfig(), findPage(pathname)?.route.preload()])
    const app = createPage(config, pathname, takePageAnswers())
    // The web server has drawn the page; the development server has not.
    if (root.dataset.path === pathname) hydrateRoot(root, app, FAILURES)
    else createRoot(root, FAILURES).render(app)
    keepFocus()
  } catch (error) {
    reportFailure('The application could not start', error)
    createRoot(root).render(<ConfigFailure error={error} />)
  }
}

/** Failures while parts are rendered, which `Part` catches, and those that React gets over by itself. */
const report = (error: unknown) => reportFailure('A part of the page failed', error)
const FAILURES = { onCaughtError: report, onRecoverableError: report }

function createPage(config: RuntimeConfig, pathname: string, answers: PageAnswers | null) {
  const api = createApiClient(config.apiUrl)
  const session = createWalletSession(config, api)
  return (
    <StrictMode>
      <InitialLocationContext value={buildLocation(pathname)}>
        <App config={config} api={api} session={session} answers={answers} />
      </InitialLocationContext>
    </StrictMode>
  )
}
