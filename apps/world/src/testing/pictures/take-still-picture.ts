import type { Page, Request } from 'playwright-core'
import { waitFor } from '../wait-for.ts'

/** The fonts are there, and the page knows whether it is live. */
const IS_SETTLED = `document.fonts.status === 'loaded' && !document.body.innerText.includes('Connecting…')`

/** What has the focus stands in the middle, wherever the page was when the button was pressed and whatever came in since. */
const CENTRE_FOCUS = `{
  const main = document.getElementById('main')
  const focused = document.activeElement
  if (main?.contains(focused) && main !== focused) focused.scrollIntoView({ block: 'center', behavior: 'instant' })
}`

/**
 * Takes pictures until two in a row are equal, with every request answered before and after: then nothing loads or moves
 * any more. Returns the last as a PNG file.
 */
export async function takeStillPicture(page: Page, requests: RequestWatch): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0)
  await waitFor(`${page.url()} to come to rest`, async () => {
    if (!requests.areAnswered() || !(await page.evaluate(IS_SETTLED))) return false
    const previous = last
    await page.evaluate(HIDE_VARYING_TEXTS)
    await page.evaluate(CENTRE_FOCUS)
    last = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    return requests.areAnswered() && last.equals(previous)
  })
  return last
}

/** Goes to every place of the page that is drawn only when it comes near, and back: then nothing moves when it is drawn. */
export const drawWholePage = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    for (;;) {
      const place = document.querySelector('[data-drawn="false"]')
      if (place === null) break
      place.scrollIntoView()
      await new Promise(requestAnimationFrame)
    }
    scrollTo(0, 0)
  })()`)

/** A request that takes longer gets no answer: some screens show just that. */
const HANGING_MS = 3_000

/** The requests of a page without its streams, which stay open. */
interface RequestWatch {
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

/**
 * A script for a page: shows the same text instead of what differs from world to world or from run to run. These are ids of
 * transactions, hashes, keys and signatures, numbers of the chain's scheduler, ports, and the times of this machine, which
 * are the only ones after the world's present.
 */
const HIDE_VARYING_TEXTS = `{
  const format = (options) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format()
  const hideFuture = (text, shown) => (Date.parse(text) > Date.now() ? shown : text)
  const present = format({ dateStyle: 'medium', timeStyle: 'short' }) + ' UTC'
  const today = format({ dateStyle: 'medium' })
  const hide = (text) => text
    .replace(/\\b[0-9a-f]{64,}\\b/g, (hex) => '0123456789abcdef'.repeat(hex.length / 16))
    .replace(/\\b[0-9a-f]{4,8}(…|\\.{3})[0-9a-f]{4,8}\\b/g, (short) => short.replace(/[0-9a-f]/g, '0'))
    .replace(/\\brecheck \\d+/g, 'recheck 1')
    .replace(/\\blocalhost:\\d+/g, 'localhost:3000')
    .replace(/\\b\\d+ [A-Z][a-z]+ \\d{4}, \\d\\d:\\d\\d UTC/g, (time) => hideFuture(time, present))
    .replace(/\\b\\d+ [A-Z][a-z]+ \\d{4}(?!, )/g, (date) => hideFuture(date, today))
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const shown = hide(walker.currentNode.data)
    if (shown !== walker.currentNode.data) walker.currentNode.data = shown
  }
}`
