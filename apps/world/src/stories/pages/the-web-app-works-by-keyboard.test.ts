import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectWallet } from '../../testing/clients/connect-wallet.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls } = connectToWorld()

let browser: Browser
let browserContext: BrowserContext
let page: Page
let errors: ConsoleWatch

beforeAll(async () => {
  browser = await openBrowser()
  browserContext = await browser.newContext({ baseURL: urls.web })
  errors = watchConsole(browserContext)
  page = await browserContext.newPage()
  await page.goto(`/wallet/${people.dave.address}`)
})

afterAll(() => browser.close())
afterEach(() => expect(errors.takeUnexpected()).toEqual([]))

const waitForFocus = (what: string, locator: Locator) =>
  waitFor(`${what} to have the focus`, () =>
    locator.evaluate((element) => element === element.ownerDocument.activeElement),
  )

test('a score is published with Enter, and the focus returns to the button', async () => {
  const publish = page.getByRole('button', { name: 'Publish to Blockchain' })
  await publish.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await waitForFocus('OK', dialog.getByRole('button', { name: 'OK' }))
  expect(await dialog.textContent()).toContain(
    'Score published to blockchain! Check the transaction on Flow explorer.',
  )
  const explorer = browserContext.waitForEvent('page')
  await page.keyboard.press('Enter')
  expect((await explorer).url()).toContain('/transaction_results/')
  await waitForFocus('the button', publish)
})

test('a reason that is too short is reported, and the focus returns to the tile', async () => {
  const flag = page.getByRole('button', { name: 'Flag Wallet' })
  await flag.focus()
  await page.keyboard.press('Enter')
  await waitForFocus('the prompt', page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alertdialog', { name: 'Reason must be at least 10 characters' })
  await waitForFocus('OK', alert.getByRole('button', { name: 'OK' }))
  await page.keyboard.press('Enter')
  await waitForFocus('the tile', flag)
})

test('the form of a proposal focuses its first field, and Escape returns the focus', async () => {
  const governance = await browserContext.newPage()
  await governance.goto('/governance')
  const create = governance.getByRole('button', { name: 'Create Proposal' })
  await create.focus()
  await governance.keyboard.press('Enter')
  await waitForFocus('the address', governance.getByLabel('Target Address'))
  await governance.keyboard.press('Escape')
  await waitForFocus('the button', create)
})

test('the accuracy panel opens with Enter, closes with Escape, and returns the focus', async () => {
  const link = page.getByRole('main').getByRole('link', { name: 'How accurate is it?' })
  await link.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'How accurate is it?' })
  await waitForFocus('the panel', panel)
  await page.keyboard.press('Escape')
  await waitForFocus('the link', link)
})

test('the reasons of a factor open with Enter', async () => {
  const factor = page.getByRole('group').filter({ hasText: 'Large Outflow' })
  await factor.locator('summary').focus()
  await page.keyboard.press('Enter')
  await factor.getByText('Whether money stays').waitFor({ state: 'visible' })
})

test('what to do opens with Enter', async () => {
  const advice = page.locator('#advice')
  await advice.locator('summary').focus()
  await page.keyboard.press('Enter')
  await advice.getByRole('tab', { name: 'I want to deal with it' }).waitFor()
})

test('the link of a section moves the focus to that part of the page', async () => {
  const link = page.getByRole('main').getByRole('link', { name: 'Case', exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await waitForFocus('the part', page.locator('#case'))
})

/** A wallet that does not take the focus by itself, and closes by its button. */
const PLAIN_WALLET = `<button onclick="parent.postMessage({ type: 'FCL:VIEW:CLOSE' }, '*')">Close</button>`

test('the frame of a wallet gets the focus, and gives it back when it closes', async () => {
  const ofWallet = /fcl.authn/
  await page.route(ofWallet, (route) =>
    route.fulfill({ contentType: 'text/html', body: PLAIN_WALLET }),
  )
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })
  await connect.focus()
  await page.keyboard.press('Enter')
  const frame = page.locator('iframe')
  await frame.contentFrame().getByRole('button', { name: 'Close' }).waitFor()
  await waitForFocus('the frame', frame)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await frame.waitFor({ state: 'detached' })
  await waitForFocus('the button', connect)
  await page.unroute(ofWallet)
  expect(errors.takeUnexpected('Login error')).toEqual([])
})

test('the menu of a phone connects and navigates, and closes then, with Escape and beside it; the focus returns', async () => {
  await page.setViewportSize({ width: 375, height: 812 })
  const toggle = page.getByRole('button', { name: /^(Open|Close) menu$/ })
  const menu = page.locator('#menu')
  const expectClosed = async () => {
    await menu.waitFor({ state: 'detached' })
    await waitForFocus('the button of the menu', toggle)
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  }
  await toggle.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await waitForFocus('the first link', menu.getByRole('link', { name: 'Home' }))
  await page.keyboard.press('Escape')
  await expectClosed()
  await toggle.click()
  await page.mouse.click(4, 700)
  await expectClosed()
  await toggle.click()
  await connectWallet(page, 'dave')
  await expectClosed()
  await toggle.click()
  await menu.getByRole('link', { name: 'Governance' }).click()
  await page.waitForURL('**/governance')
  await menu.waitFor({ state: 'detached' })
})

test('a vote that the wallet declines returns the focus to its button', async () => {
  const vote = page.getByRole('button', { name: 'Vote Against' }).first()
  await vote.focus()
  await page.keyboard.press('Enter')
  const ok = page.getByRole('alertdialog').getByRole('button', { name: 'OK' })
  await ok.focus()
  await page.keyboard.press('Enter')
  await page.frameLocator('iframe').getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog', { name: /^Declined: / }).waitFor()
  await waitForFocus('OK', ok)
  await page.keyboard.press('Enter')
  await waitForFocus('the button', vote)
  expect(errors.takeUnexpected('Signing error')).toEqual([])
})

test('the own wallet takes no focus while it loads', async () => {
  await page.goto(`/wallet/${people.dave.address}`)
  await page.getByText('Use my connected wallet').waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
})
