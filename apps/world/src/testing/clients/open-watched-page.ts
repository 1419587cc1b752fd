import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './open-browser.ts'
import { type ConsoleWatch, watchConsole } from './watch-console.ts'

/** A page of a browser of its own, whose errors are noted. */
export interface WatchedPage {
  browser: Browser
  page: Page
  errors: ConsoleWatch
}

/** Opens a browser with an empty page; `webUrl` is the web app. */
export async function openWatchedPage(webUrl: string): Promise<WatchedPage> {
  const browser = await openBrowser()
  const context = await browser.newContext({ baseURL: webUrl })
  const errors = watchConsole(context)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { browser, page, errors }
}
