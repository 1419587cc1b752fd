import { getCase, listCases } from '@app/api/routes/cases.ts'
import { listProposals } from '@app/api/routes/governance.ts'
import { toAddress } from '@app/values/address.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTaskClock } from '../../testing/clients/open-task-clock.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { buildAnswer, replaceAnswer } from '../../testing/clients/replace-answer.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, urls, api } = connectToWorld()

let browser: Browser
let page: Page
let errors: ConsoleWatch

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
  // The list of 10,000 goes through the protocol that drives the browser.
  page.setDefaultTimeout(240_000)
})

afterAll(() => browser.close())
afterEach(async () => {
  await page.unrouteAll()
  expect(errors.takeUnexpected()).toEqual([])
})

const FRAMES = 120

/** Runs in the page: scrolls an element by a screen, and waits until the frame after it; returns how far it is. */
const buildScrollStep = (element: string) => `new Promise((resolve) => {
  const box = ${element}
  box.scrollTop += innerHeight
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(box.scrollTop)))
})`

interface Scrolling {
  /** Processor time of the longest frame. */
  longestMs: number
  /** Entries of the list that the frame with the most of them added. */
  mostAdded: number
  /** Pixels from the start. */
  reached: number
  /** Elements of the page before it was scrolled. */
  elements: number
}

/** Scrolls an element from its start by 120 screens. */
async function measureScrolling(element: string, entries: Locator): Promise<Scrolling> {
  const elements = await page.locator('body *').count()
  const clock = await openTaskClock(page)
  await page.evaluate(`${element}.scrollTop = 0`)
  let reached = 0
  let longestMs = 0
  let mostAdded = 0
  let shown = await entries.count()
  for (let frame = 0; frame < FRAMES; frame++) {
    const before = await clock.readMs()
    reached = await page.evaluate<number>(buildScrollStep(element))
    longestMs = Math.max(longestMs, (await clock.readMs()) - before)
    const now = await entries.count()
    mostAdded = Math.max(mostAdded, now - shown)
    shown = now
  }
  await clock.close()
  return { longestMs, mostAdded, reached, elements }
}

/** Entries whose layout nobody feels: two steps of the list. Fifty took 100 ms on a slow processor. */
const MOST_ADDED = 50

/**
 * Expects that a long list begins as a short one, and grows by few entries at a time. How long a frame takes depends on the
 * machine, so it is printed alone.
 */
function expectSmooth(what: string, long: Scrolling, short: Scrolling): void {
  const figures = `the longest frame took ${long.longestMs.toFixed(1)} ms (${short.longestMs.toFixed(1)} ms in a short list)`
  // biome-ignore lint/suspicious/noConsole: the figures of this run
  console.log(
    `${what}: ${figures}, ${long.elements} elements at first, ${long.mostAdded} entries added at most`,
  )
  expect(long.reached).toBeGreaterThan(short.reached)
  expect(long.elements).toBeLessThan(2 * short.elements)
  expect(long.mostAdded).toBeGreaterThan(0)
  expect(long.mostAdded).toBeLessThanOrEqual(MOST_ADDED)
}

const PROPOSALS_BOX = `document.querySelector('[aria-label="List of proposals"]')`

test('1,000 proposals scroll without a jerk, and can all be shown', async () => {
  const [model] = await api.call(listProposals)
  const measure = async (count: number) => {
    await page.unrouteAll()
    const list = Array.from({ length: count }, (_, index) => ({
      ...model!,
      id: count - index,
      targetAddress: toAddress(`0x${index.toString(16).padStart(16, '0')}`),
    }))
    await replaceAnswer(
      page,
      { path: '**/v1/governance/proposals', method: 'GET' },
      buildAnswer(list),
    )
    await page.goto('/governance')
    await page.getByRole('heading', { name: `Proposal #${count}:` }).waitFor()
    return measureScrolling(
      PROPOSALS_BOX,
      page.locator('[aria-label="List of proposals"] > ul > li'),
    )
  }
  const short = await measure(40)
  expectSmooth('1,000 proposals', await measure(1_000), short)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('heading', { name: 'Proposal #1:' }).waitFor({ state: 'attached' })
})

test('a case of 10,000 entries scrolls without a jerk', async () => {
  const { address } = people.mule
  const [summary] = await api.call(listCases, { query: { address, limit: 1 } })
  const { caseId } = summary!
  const file = await api.call(getCase, { params: { address, caseId } })
  // Small ones, 4 MB for 10,000: the answer goes through the protocol that drives the browser.
  const models = file.entries.filter((entry) => JSON.stringify(entry).length < 600)
  expect(models.length).toBeGreaterThan(2)
  const measure = async (entryCount: number) => {
    const entries = Array.from({ length: entryCount }, (_, index) => ({
      ...models[index % models.length]!,
      number: index + 1,
    }))
    const answer = buildAnswer({ ...file, entries, entryCount })
    await page.unrouteAll()
    await replaceAnswer(page, { path: `**/v1/cases/${address}/${caseId}`, method: 'GET' }, answer)
    await page.goto(`/wallet/${address}?case=${caseId}`)
    const entryItems = page.getByRole('list', { name: 'Timeline of this case' }).locator('> li')
    await entryItems.nth(20).waitFor({ state: 'attached' })
    return measureScrolling('document.scrollingElement', entryItems)
  }
  const short = await measure(40)
  expectSmooth('10,000 entries', await measure(10_000), short)
})
