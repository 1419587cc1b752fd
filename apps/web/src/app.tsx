import type { ApiClient } from '@app/api/client/client.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiContext } from './lib/api.ts'
import { DrawnAtContext } from './lib/chain-clock.ts'
import { retryAfterOutage } from './lib/outage/refresh.ts'
import { cacheAnswers, type PageAnswers } from './lib/page-answers.ts'
import { replayEarlyEvents } from './lib/replay-early-events.ts'
import { ParamsContext, useLocation } from './lib/router/location.ts'
import { ConfigContext, type RuntimeConfig } from './lib/runtime-config.ts'
import { type WalletSession, WalletSessionContext } from './lib/wallet-session.ts'
import { Layout } from './pages/layout/layout.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { findPage } from './routes.ts'
import { DialogHost } from './ui/dialogs/dialogs.tsx'
import { Part } from './ui/part.tsx'
import { ToastHost } from './ui/toasts.tsx'

interface AppProps {
  config: RuntimeConfig
  api: ApiClient
  session: WalletSession
  /** What the web server drew the page from; null without. */
  answers: PageAnswers | null
}

export function App({ config, api, session, answers }: AppProps) {
  const [queryClient] = useState(() => createQueryClient(answers))
  // Within an effect React could not take over the parts of the page that the events are for.
  useEffect(() => {
    const timer = setTimeout(replayEarlyEvents)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ConfigContext value={config}>
      <ApiContext value={api}>
        <WalletSessionContext value={session}>
          <DrawnAtContext value={answers?.drawnAtMs ?? null}>
            <QueryClientProvider client={queryClient}>
              <Part>
                <Layout>
                  <CurrentPage />
                </Layout>
              </Part>
              <Part>
                <DialogHost />
              </Part>
              <Part>
                <ToastHost />
              </Part>
            </QueryClientProvider>
          </DrawnAtContext>
        </WalletSessionContext>
      </ApiContext>
    </ConfigContext>
  )
}

/** A failed call is shown to the user at once, also offline; what failed for the server's sake runs again by itself. */
function createQueryClient(answers: PageAnswers | null): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchInterval: retryAfterOutage },
      mutations: { networkMode: 'always' },
    },
  })
  if (answers !== null) cacheAnswers(queryClient, answers)
  return queryClient
}

function CurrentPage() {
  const page = findPage(useLocation().pathname)
  if (page === null) return <NotFoundPage />
  return <ParamsContext value={page.params}>{page.route.render()}</ParamsContext>
}
