import { createClient } from '@app/api/client/client.ts'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import type { PageAnswers } from './lib/page-answers.ts'
import { buildLocation, InitialLocationContext } from './lib/router/location.ts'
import { completeConfig, type RawConfig } from './lib/runtime-config.ts'
import { NO_SESSION } from './lib/wallet-session.ts'
import { findPage } from './routes.ts'

interface DrawnPage {
  /** Elements for the head: title, and what search engines are told. */
  head: string
  /** Content of the element `#root`. */
  body: string
  /** Module of the page, as in the manifest of the build; null for an unknown path. */
  module: string | null
}

/**
 * Draws the page at a path for anybody: with what the API answered, or as it looks before any answer, with the content of
 * `/config.json`.
 */
export async function renderPage(
  pathname: string,
  { config: rawConfig, answers }: { config: RawConfig; answers: PageAnswers | null },
): Promise<DrawnPage> {
  const config = completeConfig(rawConfig)
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <InitialLocationContext value={buildLocation(pathname)}>
        <App
          config={config}
          api={createClient({ baseUrl: config.apiUrl })}
          session={NO_SESSION}
          answers={answers}
        />
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
