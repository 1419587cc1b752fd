import type { BrowserContext, Page } from 'playwright-core'

/** An answer to a request of the page instead of the server's. */
export interface Answer {
  status?: number
  body: string
  contentType?: string
}

/** Which requests get the answer: a pattern of their URL, and a method. */
export interface Replaced {
  path: string
  method: 'GET' | 'POST'
}

/** The server's failure with a message. */
export const buildFailure = (message: string, status = 503): Answer => ({
  status,
  body: JSON.stringify({ code: 'unavailable', message }),
  contentType: 'application/json',
})

/** The server's answer with data. */
export const buildAnswer = (data: unknown): Answer => ({
  body: JSON.stringify({ data }),
  contentType: 'application/json',
})

/** Replaces the answers to one method of a path until `page.unroute`. */
export function replaceAnswer(page: Page, { path, method }: Replaced, answer: Answer) {
  return page.route(path, (route) => {
    const request = route.request()
    if (request.method() !== method) return route.fallback()
    const headers = {
      'access-control-allow-origin': new URL(request.frame().url()).origin,
      'access-control-allow-credentials': 'true',
    }
    return route.fulfill({ headers, ...answer })
  })
}

/**
 * Lets every page of these begin without what the web server drew, and the answers it drew that from, as when the API did
 * not answer it. The document itself stays: from a replaced one the browser does not call this machine.
 */
export const beginUndrawn = (pages: Page | BrowserContext) =>
  pages.addInitScript(
    `document.addEventListener('readystatechange', () => {
      document.getElementById('answers')?.remove()
      const root = document.getElementById('root')
      root?.removeAttribute('data-path')
      root?.replaceChildren()
      const scripts = document.getElementById('scripts')
      if (scripts !== null) document.head.append(scripts.content)
    }, { once: true })`,
  )

/** The fields of answers that have what people wrote, or a name from the chain, alone or in a sentence. */
const TEXTS = new Set(
  'reason text message title description headline cause error source contact collection token'.split(
    ' ',
  ),
)

/** A statement of reasons, an address, a hash. */
const isFixed = (value: string): boolean => /^$|^\{|^(0x)?[0-9a-f]{16,}$/.test(value)

/**
 * Puts into every answer of the server to pages of a browser what an older record, or the call of a stranger, may have
 * left there: `toText` returns it for the text of a field. What the project measured has texts of its own alone.
 */
export async function replaceTexts(
  context: BrowserContext,
  { apiUrl, webUrl }: { apiUrl: string; webUrl: string },
  toText: (value: string, field: string) => string,
): Promise<void> {
  const replace = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string')
      return TEXTS.has(field) && !isFixed(value) ? toText(value, field) : value
    if (Array.isArray(value)) return value.map((item) => replace(item, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item, key)]))
  }
  await context.route(`${apiUrl}/v1/**`, async (route) => {
    if (route.request().method() !== 'GET' || /\/stream|\/accuracy/.test(route.request().url()))
      return route.fallback()
    // The page may be left meanwhile.
    const response = await route.fetch().catch(() => null)
    if (response === null) return route.abort().catch(() => {})
    const headers = {
      ...response.headers(),
      'access-control-allow-origin': webUrl,
      'access-control-allow-credentials': 'true',
    }
    const isJson = response.headers()['content-type']?.includes('json') && response.ok()
    const answer = isJson ? { json: replace(await response.json()) } : {}
    return route.fulfill({ response, headers, ...answer })
  })
  await beginUndrawn(context)
}
