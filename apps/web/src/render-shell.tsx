import { createClient } from '@app/api/client/client.ts'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { parseRuntimeConfig } from './lib/config/runtime-config.ts'
import { buildLocation, InitialLocationContext } from './lib/router/location.ts'
import { DISCONNECTED, type WalletSession } from './lib/wallet-session.ts'
import { findPage } from './routes.ts'

/** A page without data. */
export interface Shell {
  /** Elements for the head: title, and what search engines are told. */
  head: string
  /** Content of the element `#root`. */
  body: string
  /** Module of the page, as in the manifest of the build; null for an unknown path. */
  module: string | null
}

/** Renders the page at a path as it looks before any data is there, for the configuration of `/config.json`. */
export async function renderShell(
  pathname: string,
  rawConfig: unknown,
  origin: string,
): Promise<Shell> {
  const config = parseRuntimeConfig(rawConfig, origin)
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <InitialLocationContext value={buildLocation(pathname)}>
        <App config={config} api={createClient({ baseUrl: config.apiUrl })} session={NO_SESSION} />
      </InitialLocationContext>
    </StrictMode>,
    // Larger parts would follow in scripts.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        errors.push(error)
      },
    },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  const [head = ''] = html.match(HOISTED) ?? []
  return { head, body: html.slice(head.length), module: findPage(pathname)?.route.module ?? null }
}

/** React writes elements of the head first. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/

const refuse = () => Promise.reject(new Error('There is no wallet on the server.'))

const NO_SESSION: WalletSession = {
  getState: () => DISCONNECTED,
  subscribe: () => () => {},
  connect: refuse,
  disconnect: refuse,
  signText: refuse,
  waitForLogin: refuse,
}
