import type { ApiClient } from '@app/api/client/client.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiContext } from './lib/api.ts'
import { ConfigContext } from './lib/config/config-context.ts'
import type { RuntimeConfig } from './lib/config/runtime-config.ts'
import { retryAfterOutage } from './lib/outage/refresh.ts'
import { replayEarlyEvents } from './lib/replay-early-events.ts'
import { useLocation } from './lib/router/location.ts'
import { ParamsContext } from './lib/router/params.ts'
import { type WalletSession, WalletSessionContext } from './lib/wallet-session.ts'
import { Layout } from './pages/layout/layout.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { findPage } from './routes.ts'
import { DialogHost } from './ui/dialogs/dialog-host.tsx'
import { ToastHost } from './ui/toasts/toast-host.tsx'

interface AppProps {
  config: RuntimeConfig
  api: ApiClient
  session: WalletSession
}

/** A failed call is shown to the user at once, also offline; what failed for the server's sake runs again by itself. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', refetchInterval: retryAfterOutage },
    mutations: { networkMode: 'always' },
  },
})

export function App({ config, api, session }: AppProps) {
  // Within an effect React could not take over the parts of the page that the events are for.
  useEffect(() => {
    const timer = setTimeout(replayEarlyEvents)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ConfigContext value={config}>
      <ApiContext value={api}>
        <WalletSessionContext value={session}>
          <QueryClientProvider client={queryClient}>
            <Layout>
              <CurrentPage />
            </Layout>
            <DialogHost />
            <ToastHost />
          </QueryClientProvider>
        </WalletSessionContext>
      </ApiContext>
    </ConfigContext>
  )
}

function CurrentPage() {
  const page = findPage(useLocation().pathname)
  if (page === null) return <NotFoundPage />
  return <ParamsContext value={page.params}>{page.route.render()}</ParamsContext>
}
