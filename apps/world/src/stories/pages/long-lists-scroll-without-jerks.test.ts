import { getCase, listCases } from '@app/api/routes/cases.ts'
import { listProposals } from '@app/api/routes/governance.ts'
import { toAddress } from '@app/values/address.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { buildAnswer, replaceAnswer } from '../../testing/clients/replace-answer.ts'
import type { ConsoleWatch } from '../../testing/clients/watch-console.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, urls, api } = connectToWorld()

let browser: Browser
let page: Page
let errors: ConsoleWatch

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
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

/** The longest frame that nobody feels. */
const JERK_MS = 100

interface Scrolling {
  /** Processor time of the page's own thread for the longest frame, which other suites hardly change. */
  longestMs: number
  /** Pixels from the start. */
  reached: number
  /** Elements of the page before it was scrolled. */
  elements: number
}

/** Scrolls an element from its start by 120 screens. */
async function measureScrolling(element: string): Promise<Scrolling> {
  const elements = await page.locator('body *').count()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readMs = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  await page.evaluate(`${element}.scrollTop = 0`)
  let reached = 0
  let longestMs = 0
  for (let frame = 0; frame < FRAMES; frame++) {
    const before = await readMs()
    reached = await page.evaluate<number>(buildScrollStep(element))
    longestMs = Math.max(longestMs, (await readMs()) - before)
  }
  await devTools.detach()
  return { longestMs, reached, elements }
}

/** Expects that a long list begins as a short one, and has no frame that is a jerk. */
function expectSmooth(what: string, long: Scrolling, short: Scrolling): void {
  const figures = `the longest frame took ${long.longestMs.toFixed(1)} ms (${short.longestMs.toFixed(1)} ms in a short list)`
  // biome-ignore lint/suspicious/noConsole: the figures of this run
  console.log(`${what}: ${figures}, ${long.elements} elements at first (${short.elements})`)
  expect(long.reached).toBeGreaterThan(short.reached)
  expect(long.elements).toBeLessThan(2 * short.elements)
  expect(long.longestMs).toBeLessThanOrEqual(JERK_MS)
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
    return measureScrolling(PROPOSALS_BOX)
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
    await page
      .getByRole('list', { name: 'Timeline of this case' })
      .locator('> li')
      .nth(20)
      .waitFor({ state: 'attached' })
    return measureScrolling('document.scrollingElement')
  }
  const short = await measure(40)
  expectSmooth('10,000 entries', await measure(10_000), short)
})
