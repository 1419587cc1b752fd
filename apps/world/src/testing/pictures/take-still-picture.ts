import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { HIDE_VARYING_TEXTS } from './hide-varying-texts.ts'
import type { RequestWatch } from './watch-requests.ts'

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

/** Of longer pages, the rest is not in the picture, which would be too large. */
const MOST_HEIGHT = 3_200

/** The content is at least as high as the window: without this, the footer would always be below it. */
const RELEASE_HEIGHT = `document.getElementById('main').style.minHeight = '0'`

/** Makes the window as high as the page: what is outside of the window would not be drawn in a picture of the whole page. */
export async function growToPage(page: Page): Promise<void> {
  await page.evaluate(RELEASE_HEIGHT)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const pageHeight = await page.evaluate<number>('document.documentElement.scrollHeight')
  const wantedHeight = Math.min(pageHeight, MOST_HEIGHT)
  if (wantedHeight <= height) return
  await page.setViewportSize({ width, height: wantedHeight })
  await growToPage(page)
}
