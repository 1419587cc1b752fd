import { createClient } from '@app/api/client/client.ts'
import type { Network } from '@app/values/network.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ApiContext } from '../lib/api.ts'
import { ConfigContext, completeConfig } from '../lib/runtime-config.ts'
import { NO_SESSION, WalletSessionContext } from '../lib/wallet-session.ts'

const URL = 'http://localhost:3000'

interface Surroundings {
  network?: Network
  /** What the API has answered, by the key of the query. */
  answers?: readonly (readonly [readonly unknown[], unknown])[]
}

/** Draws a part of a page for anybody, as HTML, as the server does. */
export function draw(
  element: ReactElement,
  { network = 'local', answers = [] }: Surroundings = {},
) {
  const queryClient = new QueryClient()
  for (const [key, answer] of answers) queryClient.setQueryData(key, answer)
  const urls = { apiUrl: URL, accessNodeUrl: URL, walletUrl: URL, explorerTxUrl: `${URL}/{id}` }
  return renderToStaticMarkup(
    <ConfigContext value={completeConfig({ ...urls, network })}>
      <ApiContext value={createClient({ baseUrl: URL })}>
        <WalletSessionContext value={NO_SESSION}>
          <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
        </WalletSessionContext>
      </ApiContext>
    </ConfigContext>,
  )
}
