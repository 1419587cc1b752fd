import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { TOOLBOX_BINARY } from '../../../../../scripts/set-up/paths.mjs'
import { COSIGNER_INDEXES } from '../../cosigners/cosigner-databases.ts'
import { createWorld, type World } from '../../local/create-world.ts'
import { connectWallet } from '../clients/connect-wallet.ts'
import { openPinnedBrowser } from '../clients/open-browser.ts'
import { goToScreen } from '../clients/screens/screen.ts'
import { SCREENS } from '../clients/screens.ts'
import { TEST_PRESENT_MS } from '../present.ts'
import { waitFor } from '../wait-for.ts'
import { drawWholePage, takeStillPicture, watchRequests } from './take-still-picture.ts'

const DESKTOP = { width: 1280, height: 800 }

/** How a screen is looked at: the size of the window and the colour scheme. */
const LOOKS = {
  light: { viewport: DESKTOP, colorScheme: 'light' },
  dark: { viewport: DESKTOP, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
} as const satisfies Record<string, BrowserContextOptions>

/** The pictures of which a copy is kept: a screen, and how it is looked at. */
const PICTURES = [
  ['home', 'dark'],
  ['dashboard', 'phone'],
  ['wallet-alice', 'light'],
  ['wallet-mallory', 'light'],
  ['wallet-mallory', 'phone'],
  ['wallet-counterparties', 'dark'],
  ['governance-member', 'light'],
  ['dialog-appeal', 'light'],
] as const satisfies [screen: string, look: keyof typeof LOOKS][]

/** Names of the files of all pictures, without `.png`. */
export const PICTURE_NAMES: readonly string[] = PICTURES.map((picture) => picture.join('-'))

/**
 * Takes all pictures, each a PNG file, of a world whose present is always the same and whose clock stands still, so that its
 * screens look the same on every day.
 */
export async function* takePictures(
  onProgress: (sentence: string) => void,
): AsyncGenerator<{ name: string; png: Buffer }> {
  await using resources = new AsyncDisposableStack()
  const world = await openStillWorld(onProgress, resources)
  const browser = await openPicturesBrowser(resources)
  for (const [screen, look] of PICTURES) {
    yield { name: `${screen}-${look}`, png: await takePicture(browser, world, { screen, look }) }
  }
}

async function openStillWorld(
  onProgress: (sentence: string) => void,
  resources: AsyncDisposableStack,
): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-pictures-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  const world = await createWorld({
    ...{ dataDir, onProgress, toolbox: TOOLBOX_BINARY },
    ...{ presentMs: TEST_PRESENT_MS, blockMs: null },
  })
  resources.defer(() => world.stop())
  onProgress('Waiting for the signers of the DAO')
  await Promise.all(COSIGNER_INDEXES.map((index) => world.cosigners.start(index)))
  await waitFor('the server to be ready', async () => (await fetch(`${world.urls.api}/ready`)).ok)
  return world
}

/** The fonts that come with the Chromium from npm, where it unpacks them. */
const FONTS_DIR = join(tmpdir(), 'fonts')

/** Launches the browser that draws the same on every machine: it sees no font but those of the pages and its own. */
async function openPicturesBrowser(resources: AsyncDisposableStack): Promise<Browser> {
  const dir = await mkdtemp(join(tmpdir(), 'dharma-fonts-'))
  resources.defer(() => rm(dir, { recursive: true, force: true }))
  const config = join(dir, 'fonts.conf')
  await writeFile(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${FONTS_DIR}</dir><cachedir>${dir}</cachedir></fontconfig>
`,
  )
  const browser = await openPinnedBrowser(config)
  resources.defer(() => browser.close())
  return browser
}

/** Each picture is taken in a context of its own, so that none depends on another. */
async function takePicture(
  browser: Browser,
  { people, urls }: World,
  { screen: name, look }: { screen: string; look: keyof typeof LOOKS },
): Promise<Buffer> {
  const screen = SCREENS.find((each) => each.name === name)
  if (screen === undefined) throw new TypeError(`There is no screen ${name}.`)
  await using context = await browser.newContext({
    ...{ ...LOOKS[look], baseURL: urls.web },
    ...{ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
  })
  await context.clock.setFixedTime(TEST_PRESENT_MS)
  const page = await context.newPage()
  if (screen.as !== undefined) await logIn(page, screen.as)
  const requests = watchRequests(page)
  await goToScreen(page, screen, people)
  // Where a click scrolls to depends on what is there.
  await drawWholePage(page)
  await takeStillPicture(page, requests)
  await screen.prepare(page)
  await page.mouse.move(0, 0)
  return await takeStillPicture(page, requests)
}

async function logIn(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard')
  const status = await connectWallet(page, name)
  if (status !== 200) throw new Error(`The wallet of ${name} could not log in: status ${status}.`)
}
