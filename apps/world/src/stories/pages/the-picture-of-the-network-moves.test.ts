import { listWallets } from '@app/api/routes/score.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, api, fetchScore } = connectToWorld()
const { hugo, hana } = people

let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser.close())

test('a payment moves the mark of its wallet on the open home page, and the mark leads to the wallet', async () => {
  await fetchScore(hugo)
  const { wallets } = await api.call(listWallets)
  expect(wallets.map(({ address }) => address)).toContain(hugo.address)
  const context = await browser.newContext({ baseURL: urls.web })
  const errors = watchConsole(context)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto('/')
  const mark = page.getByRole('option', { name: hugo.address })
  const readLabel = () => mark.getAttribute('aria-label')
  const readPlace = () => mark.evaluate((element) => element.getAttribute('style'))
  await mark.waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  const before = { label: await readLabel(), place: await readPlace() }
  // Most of what it has, at once: its score falls.
  await hugo.pay(hana, '30.00')
  await waitFor('the mark to have another score', async () => (await readLabel()) !== before.label)
  const { score } = await fetchScore(hugo)
  await waitFor('the mark to have the score of now', async () =>
    ((await readLabel()) ?? '').includes(`${hugo.address}: ${score}`),
  )
  expect(await readPlace()).not.toBe(before.place)
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  // A mark that still moves can leave the pointer between its press and its release.
  await mark.evaluate(async (element) => {
    await Promise.all(
      element.getAnimations().map((one: { finished: Promise<unknown> }) => one.finished),
    )
  })
  await mark.click()
  await page.waitForURL(`**/wallet/${hugo.address}`)
  expect(errors.takeUnexpected()).toEqual([])
})
