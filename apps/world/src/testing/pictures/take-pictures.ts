import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { AccountName } from '../../people/account-names.ts'
import type { People } from '../../people/create-person.ts'
import { connectWallet } from '../clients/connect-wallet.ts'
import { goToScreen, type Screen, type ShownPerson } from '../clients/screens/screen.ts'
import { drawWholePage, growToPage, takeStillPicture, watchRequests } from './take-still-picture.ts'

const DESKTOP = { width: 1280, height: 800 }

/** How a screen is looked at: the size of the window and the colour scheme; `full` has the window grow with the page. */
const LOOKS = {
  light: { viewport: DESKTOP, colorScheme: 'light' },
  full: { viewport: DESKTOP, colorScheme: 'light' },
  dark: { viewport: DESKTOP, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
} as const satisfies Record<string, BrowserContextOptions>

export type Look = keyof typeof LOOKS

/** The parts of a running world that pictures need. */
export interface PicturedWorld {
  people: Pick<People, ShownPerson>
  webUrl: string
  /** Unix milliseconds at which the browser's clock stands; it runs without it. */
  nowMs?: number
}

/** Takes a picture of a screen; returns a PNG file. */
export type TakePicture = (picture: { screen: Screen; look: Look }) => Promise<Buffer>

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Each picture is taken in a context of its own, so that none depends on another; a person logs in once. */
export function createPhotographer(browser: Browser, world: PicturedWorld): TakePicture {
  const sessions = new Map<AccountName, Promise<Session>>()
  const getSession = (name: AccountName): Promise<Session> => {
    const known = sessions.get(name) ?? logIn(browser, world, name)
    sessions.set(name, known)
    return known
  }
  return async ({ screen, look }) => {
    const session = screen.as && { storageState: await getSession(screen.as) }
    await using context = await openContext(browser, world, { ...LOOKS[look], ...session })
    const page = await context.newPage()
    const requests = watchRequests(page)
    await goToScreen(page, screen, world.people)
    // Where a click scrolls to depends on what is there.
    await drawWholePage(page)
    await takeStillPicture(page, requests)
    await screen.prepare(page)
    await page.mouse.move(0, 0)
    const picture = await takeStillPicture(page, requests)
    if (look !== 'full') return picture
    await growToPage(page)
    return await takeStillPicture(page, requests)
  }
}

async function logIn(browser: Browser, world: PicturedWorld, name: AccountName): Promise<Session> {
  await using context = await openContext(browser, world, LOOKS.light)
  const page = await context.newPage()
  await page.goto('/dashboard')
  const status = await connectWallet(page, name)
  if (status !== 200) throw new Error(`The wallet of ${name} could not log in: status ${status}.`)
  return await context.storageState()
}

async function openContext(
  browser: Browser,
  { webUrl, nowMs }: PicturedWorld,
  options: Parameters<Browser['newContext']>[0],
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...options,
    baseURL: webUrl,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  if (nowMs !== undefined) await context.clock.setFixedTime(nowMs)
  return context
}
