import { listProposals } from '@app/api/routes/governance.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NAMED_ACCOUNTS } from '../../people/account-names.ts'
import { drivePage } from '../../testing/clients/drive-page.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, api } = connectToWorld()

/** Where verdict and advice of a wallet end on a phone at the latest, in pixels. */
const FIRST_SCREEN = 420
const PHONE = { viewport: { width: 390, height: 844 } }

let browser: Browser
/** Without scripts, on a phone. */
let plain: Page
let phone: ConsoleWatch
/** With scripts. */
let page: Page
let errors: ConsoleWatch

beforeAll(async () => {
  browser = await openBrowser()
  ;[plain, phone] = await openPage({ ...PHONE, javaScriptEnabled: false })
  ;[page, errors] = await openPage()
})

async function openPage(options: BrowserContextOptions = {}): Promise<[Page, ConsoleWatch]> {
  const context = await browser.newContext({ baseURL: urls.web, ...options })
  const watch = watchConsole(context)
  const opened = await context.newPage()
  opened.setDefaultTimeout(60_000)
  return [opened, watch]
}

afterAll(() => browser.close())
afterEach(() => expect([...phone.takeUnexpected(), ...errors.takeUnexpected()]).toEqual([]))

/** Opens a page without scripts: one that the web server draws while it is busy may come without answers. */
const openDrawn = (path: string) =>
  waitFor(`${path} to be drawn`, async () => {
    await plain.goto(path)
    return (await plain.content()).includes('id="answers"')
  })

describe.each(NAMED_ACCOUNTS)('the page of %s', (name) => {
  const { address } = people[name]
  const path = `/wallet/${address}`

  test('answers without scripts, on the first screen of a phone', async () => {
    const { verdict, score } = await api.call(getScore, { params: { address } })
    await openDrawn(path)
    const card = plain.getByRole('region', { name: 'Score', exact: true })
    const heading = card.getByRole('heading', { level: 2 })
    expect(await heading.textContent()).toBe(verdict?.replaceAll(' %', '%'))
    expect(await card.getByText('/100', { exact: true }).count()).toBe(1)
    expect(await card.textContent()).toContain(String(score))
    const advice = card.locator('#advice summary')
    for (const part of [heading, advice]) {
      const box = await part.boundingBox()
      expect((box?.y ?? FIRST_SCREEN) + (box?.height ?? 0)).toBeLessThanOrEqual(FIRST_SCREEN)
    }
    expect(await plain.content()).not.toMatch(/ style="/)
  })
})

test('what stands against a wallet is drawn under its answer', async () => {
  await openDrawn(`/wallet/${people.mallory.address}`)
  const status = plain.getByRole('heading', { name: /^Warnings/ })
  expect(await status.textContent()).toMatch(/Flagged · on 1 scam list/)
  const answer = await plain.getByRole('region', { name: 'Score', exact: true }).boundingBox()
  expect((await status.boundingBox())?.y).toBeGreaterThan(answer?.y ?? Infinity)
})

test('the list of proposals and the numbers of the network are drawn', async () => {
  const [newest] = await api.call(listProposals)
  await openDrawn('/governance')
  await plain.getByText(`Proposal #${newest?.id}:`).waitFor()
  await openDrawn('/')
  await plain.getByText(/[\d,]+ wallets scored, [\d,]+ accounts/).waitFor()
})

test('scripts take over what the server drew, without asking again', async () => {
  const asked: string[] = []
  const note = (request: Request) => void asked.push(new URL(request.url()).pathname)
  page.on('request', note)
  await page.goto(`/wallet/${people.alice.address}`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  page.off('request', note)
  expect(asked.filter((path) => path === `/v1/score/${people.alice.address}`)).toEqual([])
})

/** Opens a page whose scripts wait for the returned function. */
async function openHeld(path: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test('what is opened before the scripts run is drawn once they do', async () => {
  const path = `/wallet/${people.alice.address}`
  await openDrawn(path)
  const letScriptsPass = await openHeld(path)
  const row = page.locator('#factor-onchainAge')
  await row.locator('summary').click()
  await letScriptsPass()
  await row.getByText(/It adds [\d.]+ of \d+ points/).waitFor()
})

test.each([
  ['the shortcut of the palette', () => page.keyboard.press('Control+k')],
  [
    'the button of the palette',
    () => page.getByRole('button', { name: 'Search pages and wallets' }).click(),
  ],
])('%s, pressed before the scripts run, is heard', async (_name, press) => {
  await openDrawn('/governance')
  const letScriptsPass = await openHeld('/governance')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await press()
  await letScriptsPass()
  await page.getByRole('dialog').getByRole('option').first().waitFor()
})

test('a proposal has an address, which unfolds it', async () => {
  const proposals = await api.call(listProposals)
  const oldest = proposals.at(-1)?.id ?? 0
  await page.goto(`/governance?proposal=${oldest}`)
  const card = page.locator(`#proposal-${oldest}`)
  await waitFor('the card to have the focus', () =>
    card.evaluate((element) => element === element.ownerDocument.activeElement),
  )
  await card.getByText('Voting closed - ', { exact: false }).waitFor()
  await page.goto('/governance?proposal=999999')
  await page.getByText('There is no proposal #999999.', { exact: false }).waitFor()
})

test('the tiles of a wallet lead to its own proposals, and to a form with it', async () => {
  const { address } = people.victor
  await page.goto(`/wallet/${address}`)
  const actions = drivePage(page).getCard('Protection Actions')
  await actions.getByRole('link', { name: 'View History' }).click()
  await page.getByText('Proposals about', { exact: false }).waitFor()
  const headings = page.getByRole('heading', { name: /^Proposal #/ })
  const about = (await api.call(listProposals)).filter((one) => one.targetAddress === address)
  expect(about.length).toBeGreaterThan(0)
  await waitFor('only its proposals', async () => (await headings.count()) === about.length)
  await page.goBack()
  await actions.getByRole('link', { name: 'Create Proposal' }).click()
  const form = page.getByRole('dialog', { name: 'Create Governance Proposal' })
  expect(await form.getByLabel('Target Address').inputValue()).toBe(address)
})

test('a name of the local world is an address', async () => {
  await page.goto('/wallet/alice')
  await page.getByRole('main').getByTitle(people.alice.address).first().waitFor()
})

test('a path without a page answers 404 with the page that says so, and HEAD as GET', async () => {
  const response = await fetch(`${urls.web}/nowhere`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('404 - Page Not Found')
  const head = await fetch(`${urls.web}/governance`, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  expect((await fetch(`${urls.api}/v1/network`, { method: 'HEAD' })).status).toBe(200)
})

test('at 1024 pixels nothing is cut off while a wallet is connected', async () => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/dashboard')
  await drivePage(page).connect('victor')
  await page.getByText('Your wallet', { exact: true }).waitFor()
  const width: number = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(1024)
  const button = page.getByRole('banner').getByRole('button', { name: 'Disconnect' })
  const box = await button.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 2_000)).toBeLessThanOrEqual(1024)
})

test('the dashboard of a victim tells of the freeze that protects its vault, and of its recovery', async () => {
  const card = drivePage(page).getCard('Your wallet')
  await card.getByText('Nothing is held against your wallet.', { exact: false }).waitFor()
  await card.getByText('Protected by vote', { exact: false }).waitFor()
  await card.getByText('A recovery of its guarded vault', { exact: false }).first().waitFor()
})
