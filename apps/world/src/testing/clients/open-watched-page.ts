import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './open-browser.ts'

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

/** The errors that the pages of a browser logged, or threw. */
export interface ConsoleWatch {
  /** Returns every error since the last time that contains none of the texts, which the story expects. */
  takeUnexpected(...expected: readonly string[]): string[]
}

/** What other origins lack: the development wallet the pictures of its accounts, the emulator's page an icon. */
const NOT_OURS = /\/avatar\/|\/favicon\.ico$/

/** Notes every error in the console of all pages of a browser, and every error that they throw. */
export function watchConsole(context: BrowserContext): ConsoleWatch {
  let errors: string[] = []
  const watchPage = (page: Page) => {
    page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`))
    page.on('console', (message) => {
      const { url } = message.location()
      if (message.type() === 'error' && !NOT_OURS.test(url))
        errors.push(`${message.text()} (${url})`)
    })
  }
  for (const page of context.pages()) watchPage(page)
  context.on('page', watchPage)
  return {
    takeUnexpected: (...expected) => {
      const unexpected = errors.filter((error) => !expected.some((text) => error.includes(text)))
      errors = []
      return unexpected
    },
  }
}
