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
