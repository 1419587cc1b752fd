import { readFile } from 'node:fs/promises'
import { getScore } from '@app/api/routes/score.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { driveKeyboard, type KeyboardDriver } from '../../testing/clients/drive-keyboard.ts'
import { openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'

/** How many keys a task takes depends on what the pages list, so other stories must not add to it. */
const { people, urls, api } = await openOwnWorld()
const { mallory, trent } = people

interface Window {
  page: Page
  keyboard: KeyboardDriver
}

const figures: string[] = []

// biome-ignore lint/suspicious/noConsole: the figures of this run
afterAll(() => console.log(['| task | keys | seconds |', ...figures].join('\n')))

/** Does a task from Home on, in a browser of its own, with at most so many keys. */
function task(name: string, mostKeys: number, act: (window: Window) => Promise<void>): void {
  test(name, async () => {
    const { browser, page, errors } = await openWatchedPage(urls.web)
    await using resources = new AsyncDisposableStack()
    resources.defer(() => browser.close())
    await page.goto('/')
    await page.getByRole('banner').getByRole('time').waitFor()
    const keyboard = driveKeyboard(page)
    await act({ page, keyboard })
    figures.push(`| ${name} | ${keyboard.countKeys()} | ${keyboard.countSeconds().toFixed(1)} |`)
    expect(errors.takeUnexpected()).toEqual([])
    expect(keyboard.countKeys()).toBeLessThanOrEqual(mostKeys)
  })
}

const getHeader = (page: Page) => page.getByRole('banner')
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Finds a wallet by the palette, which opens on every page. */
async function openWallet({ page, keyboard }: Window, address: string): Promise<void> {
  await keyboard.press('/')
  await keyboard.expectFocus(page.getByRole('combobox'))
  await keyboard.type(address)
  await keyboard.press('Enter')
  await page.waitForURL(`**/wallet/${address}`)
  await page.getByRole('region', { name: 'Score', exact: true }).waitFor()
  await keyboard.expectFocus(page.getByRole('main'))
}

/** Goes to a section of a wallet. */
async function openSection({ page, keyboard }: Window, title: string): Promise<void> {
  await keyboard.use(page.getByRole('link', { name: title, exact: true }))
  await keyboard.expectFocus(page.getByRole('region', { name: title, exact: true }))
}

/** Connects by the button of the header, which disconnects from then on and keeps the focus. */
async function connect({ page, keyboard }: Window, name: string, key?: 'Shift+Tab') {
  await keyboard.use(getButton(page, 'Connect Wallet').first())
  await keyboard.answerWallet(new RegExp(`^${name}`), key)
  await keyboard.expectFocus(getHeader(page).getByRole('button', { name: 'Disconnect' }))
}

task('a visitor looks up whether a wallet may be paid', 20, async (window) => {
  await openWallet(window, trent.address)
  const { verdict } = await api.call(getScore, { params: { address: trent.address } })
  const answer = window.page.getByRole('region', { name: 'Score', exact: true })
  const heading = answer.getByRole('heading')
  expect(await heading.textContent()).toBe(verdict?.replaceAll(' %', '%'))
  for (const part of [heading, answer.locator('#advice summary')]) {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThan(window.page.viewportSize()?.height ?? 0)
  }
})

task('a member votes to freeze mallory', 44, async (window) => {
  const { page, keyboard } = window
  await connect(window, 'bob')
  await keyboard.use(getHeader(page).getByRole('link', { name: 'Governance' }), 'Shift+Tab')
  const card = page
    .getByRole('listitem')
    .filter({ hasText: 'Emptied more than ten wallets' })
    .last()
  const voteFor = card.getByRole('button', { name: 'Vote For' })
  await card.waitFor()
  await keyboard.expectFocus(page.getByRole('main'))
  await keyboard.use(voteFor)
  const ok = page.getByRole('alertdialog').getByRole('button', { name: 'OK' })
  await keyboard.expectFocus(ok)
  await keyboard.press('Enter')
  await keyboard.answerWallet('Approve')
  await page.getByRole('alertdialog', { name: 'Vote cast successfully!' }).waitFor()
  await keyboard.expectFocus(ok)
  await keyboard.press('Enter')
  await keyboard.expectFocus(voteFor)
  await card.getByText('Receipt: what you signed').waitFor()
})

task('an integrator finds the API and takes the evidence of a score along', 45, async (window) => {
  const { page, keyboard } = window
  const reference = page.context().waitForEvent('page')
  await keyboard.use(page.getByRole('link', { name: 'API Reference' }), 'Shift+Tab')
  expect(new URL((await reference).url()).pathname).toBe('/docs')
  await page.bringToFront()
  await openWallet(window, trent.address)
  await openSection(window, 'Proof')
  await keyboard.use(page.locator('summary', { hasText: 'Proof' }))
  const save = getButton(page, 'Export evidence')
  await keyboard.reach(save)
  const download = page.waitForEvent('download')
  await keyboard.press('Enter')
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(file).toMatchObject({ address: trent.address })
  await keyboard.expectFocus(save)
})

task('a saver sees what protects the guarded vault', 23, async (window) => {
  const { page, keyboard } = window
  await connect(window, 'victor', 'Shift+Tab')
  await keyboard.use(getHeader(page).getByRole('link', { name: 'Dashboard' }), 'Shift+Tab')
  await keyboard.expectFocus(page.getByRole('main'))
  const line = page.locator('summary', { hasText: 'Protected by vote until' })
  await keyboard.use(line)
  await page.getByText('protects its guarded vault').waitFor()
  await keyboard.expectFocus(line)
})

task('a victim flags the thief', 80, async (window) => {
  const { page, keyboard } = window
  await connect(window, 'victor', 'Shift+Tab')
  await openWallet(window, mallory.address)
  await openSection(window, 'Case')
  const flag = page.getByRole('button', { name: 'Flag Wallet' })
  await keyboard.use(flag)
  await keyboard.expectFocus(page.getByRole('dialog').getByRole('textbox'))
  await keyboard.type('Took all my tokens at once')
  await keyboard.press('Enter')
  await keyboard.answerWallet('Approve')
  await page.getByText('Wallet flagged successfully').waitFor()
  await keyboard.expectFocus(flag)
})

task('an accused owner appeals', 88, async (window) => {
  const { page, keyboard } = window
  await keyboard.use(page.getByRole('link', { name: 'open to appeal' }), 'Shift+Tab')
  await keyboard.use(getButton(page, 'Connect your wallet'))
  await keyboard.answerWallet(/^mule/, 'Shift+Tab')
  await getButton(page, 'Appeal').waitFor()
  await keyboard.expectFocus(page.getByRole('main').getByRole('heading').first())
  await keyboard.use(getButton(page, 'Appeal'))
  await keyboard.expectFocus(page.getByRole('dialog').getByRole('textbox'))
  await keyboard.type('A friend used my account without asking me')
  await keyboard.use(getButton(page, 'Sign and send'))
  await keyboard.answerWallet('Approve')
  const receipt = page.getByRole('dialog', { name: 'Your appeal was received' })
  await receipt.getByText(/^Appeal #\d+ against the flag is open\.$/).waitFor()
  await keyboard.expectFocus(receipt.getByRole('button', { name: 'Close' }))
  await keyboard.press('Enter')
  await keyboard.expectFocus(page.getByRole('heading', { name: 'What clears it, and when' }))
})
