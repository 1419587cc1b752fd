import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { drivePage } from '../../testing/clients/drive-page.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { readBuild } from '../../web/pages/read-build.ts'

const { people, urls } = connectToWorld()
const DIST = join(ROOT, 'apps/web/dist')
const ALICE = `/wallet/${people.alice.address}`
const ROUTES = ['/', '/dashboard', ALICE, '/governance']

/** Limits of the JavaScript of a first load, in gzip. */
const HOME_BYTES = 110_000
const WALLET_BYTES = 135_000

let browser: Browser
/** Of the pages of one test. */
let watches: ConsoleWatch[] = []

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser.close())
afterEach(() => {
  expect(takeErrors()).toEqual([])
  watches = []
})

const takeErrors = (...expected: string[]) =>
  watches.flatMap((watch) => watch.takeUnexpected(...expected))

/** Opens a page that is watched for errors. */
async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: urls.web, ...options })
  watches.push(watchConsole(context))
  return context.newPage()
}

/** Returns the bytes of files of the built app, each in gzip. */
async function measureFiles(paths: readonly string[]): Promise<number> {
  const contents = await Promise.all(paths.map((path) => readFile(join(DIST, path))))
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
}

test.each([
  ['src/pages/home/home-page.tsx', HOME_BYTES],
  ['src/pages/wallet/wallet-page.tsx', WALLET_BYTES],
])('the files of %s in the build are small enough', async (module, limit) => {
  const { template, listFiles } = await readBuild(DIST)
  const inTemplate = [...template.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)]
  const files = [...inTemplate.map(([, file = '']) => file), ...listFiles(module)]
  expect(files.length).toBeGreaterThan(2)
  expect(await measureFiles(files)).toBeLessThanOrEqual(limit)
})

/** Runs in the page: notes which scripts are there when the score appears. */
const NOTE_SCRIPTS_OF_SCORE = `
  new MutationObserver((_, observer) => {
    if (!document.body?.textContent.includes('/100')) return
    observer.disconnect()
    const files = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd > 0)
    globalThis.scriptsOfScore = files.map(({ name }) => name).filter((name) => name.endsWith('.js'))
  }).observe(document, { childList: true, subtree: true })`

/** Runs in the page: which scripts were there when it first asked the API, which it does once it can be used. */
const SCRIPTS_BEFORE_USE = `
  const entries = performance.getEntriesByType('resource')
  const { startTime } = entries.find(({ name }) => name.endsWith('/v1/network'))
  entries.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd > 0 && responseEnd <= startTime)
    .map(({ name }) => name)`

const HAS_ASKED = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/v1/network'))`

/** Opens a page, and returns it with the foreign requests. */
async function openPage(path: string) {
  const page = await newPage()
  await page.addInitScript({ content: NOTE_SCRIPTS_OF_SCORE })
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== urls.web && origin !== urls.api) foreign.push(request.url())
  })
  await page.goto(path)
  await waitFor('the page to have asked the API', () => page.evaluate(HAS_ASKED))
  return { page, foreign }
}

/** Ends the streams of a page. Closing it would end the Chromium from npm. */
const leave = (page: Page) => page.goto('about:blank')

test('home loads little before it can be used, and asks nobody else', async () => {
  const { page, foreign } = await openPage('/')
  const scripts: string[] = await page.evaluate(SCRIPTS_BEFORE_USE)
  const bytes = await measureFiles(scripts.map((url) => new URL(url).pathname))
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(HOME_BYTES)
  expect(foreign).toEqual([])
  await leave(page)
})

test('a wallet shows its score after little', async () => {
  const { page, foreign } = await openPage(ALICE)
  await page.getByRole('button', { name: 'Publish to Blockchain' }).waitFor()
  const files: string[] = await page.evaluate('scriptsOfScore')
  const bytes = await measureFiles(files.map((url) => new URL(url).pathname))
  // None, where the web server has drawn it.
  expect(bytes).toBeLessThanOrEqual(WALLET_BYTES)
  expect(foreign).toEqual([])
  await leave(page)
})

test.each(ROUTES)('%s has its texts before any script, and takes them over', async (path) => {
  const plain = await newPage({ javaScriptEnabled: false })
  await plain.goto(path)
  const heading = (await plain.getByRole('heading', { level: 1 }).textContent()) ?? ''
  expect(heading).not.toBe('')
  expect(await plain.getByRole('link', { name: 'Dharma Guard' }).first().isVisible()).toBe(true)
  expect(await plain.content()).not.toMatch(/ style="/)
  const { page, foreign } = await openPage(path)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
  expect(foreign).toEqual([])
  await leave(page)
})

test('what is clicked and typed before the scripts run is done once they do', async () => {
  const page = await newPage()
  let letScriptsPass = () => {}
  const scriptsMayPass = new Promise<void>((resolve) => {
    letScriptsPass = resolve
  })
  await page.route('**/*.js', async (route) => {
    await scriptsMayPass
    await route.continue()
  })
  await page.goto('/wallet', { waitUntil: 'commit' })
  await page.getByRole('textbox').fill(people.alice.address)
  await page.getByRole('button', { name: 'Analyze' }).click()
  letScriptsPass()
  await page.waitForURL(`**${ALICE}`)
  await leave(page)
})

test('the chosen colours are there before the first paint', async () => {
  const page = await newPage({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark colours' }).click()
  await page.route('**/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect(takeErrors('net::ERR_FAILED')).toEqual([])
})

/** Runs in the page. */
const NOTE_VIOLATIONS = `
  globalThis.violations = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    violations.push(violatedDirective + ' ' + blockedURI)
  })`

test('the policy forbids nothing that the pages and the wallet do', async () => {
  const page = await newPage()
  const { connect } = drivePage(page)
  await page.addInitScript({ content: NOTE_VIOLATIONS })
  const readViolations = () => page.evaluate('violations')
  await page.goto('/governance')
  await page.getByRole('button', { name: 'Create Proposal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // Its frame opens over the page, and a person is chosen in it.
  await connect('dave')
  expect(await readViolations()).toEqual([])
  await page.goto(ALICE)
  await page.getByRole('button', { name: 'Publish to Blockchain' }).waitFor()
  await page.goto(`${ALICE}#accuracy`)
  await page.getByRole('dialog').waitFor()
  expect(await readViolations()).toEqual([])
  // The test can fail: what the policy forbids is noticed.
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<p style="top:0">x</p>')`)
  expect(await readViolations()).toHaveLength(1)
  expect(takeErrors('Content Security Policy')).toEqual([])
})
