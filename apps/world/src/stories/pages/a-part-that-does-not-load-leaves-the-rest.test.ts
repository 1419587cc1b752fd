import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { connectWallet } from '../../testing/clients/connect-wallet.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { serveWeb } from '../../web/serve-web.ts'
import type { WebConfig } from '../../web/web-config.ts'

const { people, urls } = connectToWorld()
const ALICE = `/wallet/${people.alice.address}`
const FAILURE = 'This part could not be loaded.'

/**
 * What is logged of a file that does not arrive, of the part that needs it, of a server that is away for a deployment, and
 * of a stream of a page that is left.
 */
const EXPECTED = [
  'net::ERR_',
  'status of 404',
  'status of 503',
  'was interrupted',
  'A part of the page could not be loaded',
  'A part of the page failed',
]

/** The files of the build by their modules; what several share has a name with `_`. */
const MANIFEST: Record<string, { file: string }> = JSON.parse(
  await readFile(join(ROOT, 'apps/web/dist/.vite/manifest.json'), 'utf8'),
)

let browser: Browser
let page: Page
let errors: ConsoleWatch
/** How often the page was loaded in this test. */
let loads = 0

beforeAll(async () => {
  browser = await openBrowser()
  const context = await browser.newContext({ baseURL: urls.web })
  errors = watchConsole(context)
  page = await openPage()
  await page.goto('/dashboard')
  expect(await connectWallet(page, 'mule')).toBe(200)
})

afterAll(() => browser.close())
beforeEach(async () => {
  await page.goto('/favicon.svg')
  await page.evaluate('sessionStorage.clear()')
  loads = 0
})
afterEach(async () => {
  await page.unrouteAll()
  expect(errors.takeUnexpected(...EXPECTED)).toEqual([])
})

async function openPage(): Promise<Page> {
  const opened = await browser.contexts()[0]!.newPage()
  opened.setDefaultTimeout(60_000)
  opened.on('request', (request) => {
    const isPage = request.isNavigationRequest() && request.frame() === opened.mainFrame()
    if (isPage) loads++
  })
  return opened
}

const findFile = (module: string) => {
  const shared = Object.keys(MANIFEST).find(
    (name) => module.startsWith('_') && name.startsWith(module),
  )
  const chunk = MANIFEST[shared ?? `src/${module}`]
  if (chunk === undefined) throw new Error(`The build has no file of its own for ${module}.`)
  return `**/${chunk.file}`
}
const block = (module: string, on = page) => on.route(findFile(module), (route) => route.abort())

const getFailure = (on = page) => on.getByRole('alert').filter({ hasText: FAILURE })
const tryAgain = (on = page) =>
  getFailure(on).first().getByRole('button', { name: 'Try again', exact: true }).click()
/** Tries each part again that failed until this one is there: one file can be that of several. */
const retryUntil = (isThere: () => Promise<boolean>) =>
  waitFor('the part to be there', async () => {
    if (await isThere()) return true
    if (await getFailure().first().isVisible()) await tryAgain()
    return false
  })
/** Opens a page, and waits until its scripts have taken over what the server drew. */
async function openWorking(path: string): Promise<void> {
  await page.goto(path)
  await waitFor('the page to work', () => page.evaluate('window.takeEarlyEvents === undefined'))
}

const openPalette = () => page.getByRole('button', { name: 'Search pages and wallets' }).click()
const getPaletteOption = () => page.getByRole('dialog').getByRole('option').first()

/** Expects header and footer around a failure. */
async function expectRest(): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Governance' }).waitFor()
  await page.getByRole('contentinfo').getByText('Resources').waitFor()
}

interface Case {
  module: string
  path: string
  /** Brings the part up, where the page alone does not. */
  act?: () => Promise<unknown>
  /** Shown once the part is there. */
  shows: () => ReturnType<Page['getByRole']>
  /** It is in an open dialog, so that the page does not load again by itself. */
  isInDialog?: boolean
}

/** One of each kind: what a page shows of itself, what stands in a dialog, and a page. */
const PARTS: readonly Case[] = [
  {
    module: 'pages/wallet/activity-content.tsx',
    path: ALICE,
    shows: () => page.getByRole('tab', { name: 'Transfers' }),
  },
  {
    module: 'features/accuracy/accuracy-panel.tsx',
    path: '/#accuracy',
    shows: () => page.getByRole('heading', { name: 'What became of accusations' }).first(),
    isInDialog: true,
  },
  {
    module: 'features/palette/palette-dialog.tsx',
    path: '/governance',
    act: openPalette,
    shows: getPaletteOption,
  },
  {
    module: 'pages/governance/governance-page.tsx',
    path: '/governance',
    shows: () => page.getByRole('region', { name: 'List of proposals' }),
  },
]

const FCL = 'features/wallet-session/fcl-client.ts'
/** Several parts share it. */
const TEXT_CHECK = '_plain-text-'

describe.each(PARTS)('without the file of $module', ({ module, path, act, shows, isInDialog }) => {
  const isPage = module.endsWith('-page.tsx')

  test('the page loads again once, then its rest stands, and the part loads on request', async () => {
    await block(module)
    await page.goto(path)
    await act?.()
    if (!isInDialog) {
      await waitFor('the page to load again', () => loads === 2)
      await page.waitForLoadState()
      await act?.()
    }
    await getFailure().first().waitFor()
    const loadsBefore = loads
    expect(loadsBefore).toBe(isInDialog ? 1 : 2)
    if (!isInDialog) await expectRest()
    await page.unrouteAll()
    await retryUntil(() => shows().isVisible())
    // A file that the HTML asks for is never asked for again by the scripts of that page.
    if (!isPage) expect(loads).toBe(loadsBefore)
  })
})

test.each([
  ['/', 'Dashboard', 'pages/dashboard/dashboard-page.tsx'],
  ['/', 'Governance', '_features-'],
  ['/dashboard', 'Dharma Guard', 'pages/home/home-page.tsx'],
])('a link from %s to %s leads there once %s is back', async (from, link, module) => {
  // Without a load of the whole page from the address of the link.
  await page.evaluate(`sessionStorage.setItem('dharma-guard.reloaded-at', String(Date.now()))`)
  await block(module)
  // Until its scripts run, a link of a drawn page loads the next page.
  await openWorking(from)
  await page.getByRole('banner').getByRole('link', { name: link }).first().click()
  await getFailure().waitFor()
  await expectRest()
  await page.unrouteAll()
  await tryAgain()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await getFailure().waitFor({ state: 'detached' })
  expect(loads).toBe(1)
})

test('a wallet can be connected once its code is back', async () => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect Wallet' }).first().waitFor()
  await block(FCL)
  await page.goto('/governance')
  const connect = page.getByRole('button', { name: 'Connect Wallet' }).first()
  const connectOnNextPage = async () => {
    await page.evaluate('window.isOld = true')
    await connect.click()
    await waitFor('the page that was loaded again to work', () =>
      page
        .evaluate<boolean>('!window.isOld && window.takeEarlyEvents === undefined')
        .catch(() => false),
    )
  }
  await connectOnNextPage()
  await expectRest()
  // It loads again by itself only once, then for whoever asks again.
  await connect.click()
  await page.getByRole('button', { name: 'Connecting...' }).first().waitFor()
  await connect.waitFor()
  await page.unrouteAll()
  await connectOnNextPage()
  expect(await connectWallet(page, 'mule')).toBe(200)
  expect(errors.takeUnexpected(...EXPECTED, 'Login error')).toEqual([])
})

test('a reason to flag is asked for once the file of its check is back', async () => {
  await block(TEXT_CHECK)
  await page.goto(ALICE)
  const flag = page.getByRole('button', { name: 'Flag Wallet' })
  await flag.click()
  await waitFor('the page to load again', () => loads === 2)
  await page.waitForLoadState()
  await flag.click()
  const alert = page.getByRole('alertdialog')
  await alert.getByText('The form could not be loaded.').waitFor()
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.unrouteAll()
  await flag.click()
  await page.getByText('Enter reason for flagging').waitFor()
  expect(loads).toBe(2)
})

test('without a server the page stays as it is', async () => {
  await page.goto('/governance')
  await page.getByRole('region', { name: 'List of proposals' }).waitFor()
  await page.route(`${urls.web}/**`, (route) => route.abort())
  await openPalette()
  await getFailure().waitFor()
  expect(loads).toBe(1)
  await page.unrouteAll()
  await tryAgain()
  await getPaletteOption().waitFor()
})

test('a part that fails while it is drawn leaves header and footer, and is drawn again on request', async () => {
  const other = await openPage()
  await other.addInitScript(`
    const { toUpperCase } = String.prototype
    globalThis.isBroken = true
    String.prototype.toUpperCase = function () {
      if (globalThis.isBroken && ['freeze', 'unfreeze'].includes(String(this)))
        throw new RangeError('This machine knows no capitals')
      return toUpperCase.call(this)
    }`)
  await other.goto('/governance')
  await getFailure(other).waitFor()
  await other.getByRole('banner').getByRole('link', { name: 'Governance' }).waitFor()
  await other.getByRole('contentinfo').getByText('Resources').waitFor()
  await other.evaluate('isBroken = false')
  await tryAgain(other)
  await other.getByRole('region', { name: 'List of proposals' }).waitFor()
  await other.goto('about:blank')
  expect(errors.takeUnexpected(...EXPECTED, 'This machine knows no capitals')).toEqual([])
})

test('an open tab loads the version that was deployed meanwhile once it needs a file that is gone', async () => {
  await using resources = new AsyncDisposableStack()
  const config = (await (await fetch(`${urls.web}/config.json`)).json()) as WebConfig
  const before = await serveWeb({ port: 0, config })
  await openWorking(before.url)
  await before.stop()
  const root = await copyRenamed(join(ROOT, 'apps/web/dist'))
  resources.defer(() => rm(root, { recursive: true }))
  const after = await serveWeb({ port: Number(new URL(before.url).port), config, root })
  resources.defer(() => after.stop())
  await page.getByRole('banner').getByRole('link', { name: 'Governance' }).click()
  await waitFor('the page to load again', () => loads === 2)
  await page.getByRole('heading', { name: 'How Governance Works' }).waitFor()
  await openPalette()
  await getPaletteOption().waitFor()
  expect(loads).toBe(2)
  await page.goto('about:blank')
  // The API answers the pages of the world's own address alone.
  expect(errors.takeUnexpected(...EXPECTED, 'CORS', ' failed ApiError')).toEqual([])
})

/** Copies the built app with other names for its files, as the build of another version has; returns the folder. */
async function copyRenamed(dist: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'dharma-deployed-'))
  const names = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'))
  const rename = (text: string) =>
    names.reduce((renamed, name) => renamed.replaceAll(name, `new-${name}`), text)
  for (const path of await readdir(dist, { recursive: true })) {
    const from = join(dist, path)
    if ((await stat(from)).isDirectory() || /\.(br|gz)$/.test(path)) continue
    const to = join(root, rename(path))
    await mkdir(dirname(to), { recursive: true })
    if (/\.(js|json|html)$/.test(path)) await writeFile(to, rename(await readFile(from, 'utf8')))
    else await copyFile(from, to)
  }
  return root
}
