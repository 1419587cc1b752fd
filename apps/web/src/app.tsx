import type { ApiClient } from '@app/api/client/client.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Route, Routes } from 'react-router'
import { Toaster } from 'sonner'
import { ApiContext } from './lib/api.ts'
import { ConfigContext } from './lib/config/config-context.ts'
import type { RuntimeConfig } from './lib/config/runtime-config.ts'
import { type WalletSession, WalletSessionContext } from './lib/wallet-session.ts'
import { DashboardPage } from './pages/dashboard/dashboard-page.tsx'
import { GovernancePage } from './pages/governance/governance-page.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { Layout } from './pages/layout/layout.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { WalletPage } from './pages/wallet/wallet-page.tsx'
import { DialogHost } from './ui/dialogs/dialog-host.tsx'

interface AppProps {
  config: RuntimeConfig
  api: ApiClient
  session: WalletSession
}

/** No automatic retries: a failed call is shown to the user. */
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })

export function App({ config, api, session }: AppProps) {
  return (
    <ConfigContext value={config}>
      <ApiContext value={api}>
        <WalletSessionContext value={session}>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
            <DialogHost />
            <Toaster position="bottom-right" toastOptions={{ className: 'toast' }} />
          </QueryClientProvider>
        </WalletSessionContext>
      </ApiContext>
    </ConfigContext>
  )
}

function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomePage />} />
        <Route path="dashboard" element={<DashboardPage />} />
        <Route path="wallet/:address?" element={<WalletPage />} />
        <Route path="governance" element={<GovernancePage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
