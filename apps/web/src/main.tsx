import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { ConfigFailure } from './config-failure.tsx'
import { createWalletSession } from './features/wallet-session/wallet-session.ts'
import { createApiClient } from './lib/api.ts'
import { loadRuntimeConfig } from './lib/config/runtime-config.ts'
import { reportFailure } from './lib/report-failure.ts'
import { applyStoredTheme } from './lib/theme.ts'

applyStoredTheme()
const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no element #root')
const root = createRoot(container)

try {
  const config = await loadRuntimeConfig()
  const api = createApiClient(config.apiUrl)
  const session = createWalletSession(config, api)
  root.render(
    <StrictMode>
      <App config={config} api={api} session={session} />
    </StrictMode>,
  )
} catch (error) {
  reportFailure('The application could not start', error)
  root.render(<ConfigFailure error={error} />)
}
