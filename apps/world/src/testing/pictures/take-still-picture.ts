import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { HIDE_VARYING_TEXTS } from './hide-varying-texts.ts'
import type { RequestWatch } from './watch-requests.ts'

/** The fonts are there, and the page knows whether it is live. */
const IS_SETTLED = `document.fonts.status === 'loaded' && !document.body.innerText.includes('Connecting…')`

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
    last = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    return requests.areAnswered() && last.equals(previous)
  })
  return last
}

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
