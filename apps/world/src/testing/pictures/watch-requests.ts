import type { Page, Request } from 'playwright-core'

/** A request that takes longer gets no answer: some screens show just that. */
const HANGING_MS = 3_000

/** The requests of a page without its streams, which stay open. */
export interface RequestWatch {
  /** Whether every request is answered, except those that hang. */
  areAnswered(): boolean
}

export function watchRequests(page: Page): RequestWatch {
  const open = new Map<Request, number>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.set(request, performance.now())
  })
  const forget = (request: Request) => open.delete(request)
  page.on('requestfinished', forget).on('requestfailed', forget)
  return {
    areAnswered: () => [...open.values()].every((sinceMs) => hasHung(sinceMs)),
  }
}

const hasHung = (sinceMs: number) => performance.now() - sinceMs > HANGING_MS
