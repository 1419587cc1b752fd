import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, urls, fetchScore } = connectToWorld()

let browser: Browser
let page: Page
let errors: ConsoleWatch

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
})

afterAll(() => browser.close())
afterEach(() => expect(errors.takeUnexpected()).toEqual([]))

test('alice is found by name in the dev wallet and logs in', async () => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.frameLocator('iframe').getByText('alice', { exact: true }).click()
  await page.getByText(toShortAddressPattern(people.alice.address)).first().waitFor()
  await page.getByRole('button', { name: 'View Details' }).click()
  await page.waitForURL(`**/wallet/${people.alice.address}`)
})

test('My Wallet has the connected address in the box, and leaves the focus where it was', async () => {
  await page.getByRole('banner').getByRole('link', { name: 'My Wallet' }).click()
  await page.waitForURL('**/wallet')
  await page.getByRole('heading', { name: 'Enter an Address' }).waitFor()
  expect(await page.getByLabel('Flow address').inputValue()).toBe(people.alice.address)
  await page.getByText(`Use my connected wallet (${people.alice.address.slice(0, 8)}...)`).waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('My Wallet')
  await page.getByRole('button', { name: 'Analyze' }).click()
  await page.waitForURL(`**/wallet/${people.alice.address}`)
  await page.getByText('/100').first().waitFor()
})

const EVM_ADDRESS = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'

test.each(['0x12', EVM_ADDRESS])(
  '%s is rejected with the text of the specification',
  async (wrong) => {
    await page.getByLabel('Flow address').fill(wrong)
    await page.getByRole('button', { name: 'Analyze' }).click()
    const alert = page.getByRole('alertdialog')
    await alert.waitFor()
    expect(await alert.textContent()).toContain(
      'Invalid Flow address format. Must be 0x followed by 16 hex characters.',
    )
    await page.keyboard.press('Escape')
  },
)

test('the search says what is known of an address of the EVM', async () => {
  await page.keyboard.press('Control+K')
  const search = page.getByRole('dialog')
  await search.getByRole('combobox').fill(EVM_ADDRESS)
  await search.getByText('An address in the EVM without any known payment.').waitFor()
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
})

test('a payment made now shows on the open page without a reload', async () => {
  await page.goto(`/wallet/${people.bob.address}`)
  await page.getByText('/100').first().waitFor()
  const before = (await fetchScore(people.bob)).metadata.dataPoints
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await people.bob.pay(people.cafe, '3.50')
  await page
    .getByText(String(before + 1), { exact: true })
    .first()
    .waitFor()
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
})

test('disconnecting shows the connect button again', async () => {
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  await page.getByRole('button', { name: 'Connect Wallet' }).first().waitFor()
})

const toShortAddressPattern = (address: string) =>
  new RegExp(`${address.slice(0, 6)}.{1,3}${address.slice(-4)}`)
