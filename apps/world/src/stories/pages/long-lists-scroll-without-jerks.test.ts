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

/** Runs in the page: scrolls an element by a screen in each of 120 frames; returns how far it came. */
const buildScrolling = (element: string) => `new Promise((resolve) => {
  const box = ${element}
  let frames = 0
  box.scrollTop = 0
  requestAnimationFrame(function scroll() {
    box.scrollTop += innerHeight
    if (++frames < ${FRAMES}) return requestAnimationFrame(scroll)
    resolve(box.scrollTop)
  })
})`

interface Scrolling {
  /** Processor time of the page's own thread for each frame, which other suites hardly change. */
  msPerFrame: number
  /** Pixels from the start. */
  reached: number
  /** Elements of the page before it was scrolled. */
  elements: number
}

async function measureScrolling(element: string): Promise<Scrolling> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readSeconds = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value
  }
  const elements = await page.locator('body *').count()
  const before = await readSeconds()
  const reached = await page.evaluate<number>(buildScrolling(element))
  const msPerFrame = ((await readSeconds()) - before) * (1000 / FRAMES)
  await devTools.detach()
  return { msPerFrame, reached, elements }
}

/** A frame lasts 16.7 ms; adding 50 items of a list costs more than one, which its 120 have to make up for. */
const FRAME_MS = 16.7

/** Expects that a long list begins as a short one, and that each of the frames in which it was scrolled leaves time. */
function expectSmooth(what: string, long: Scrolling, short: Scrolling): void {
  const figures = `${long.msPerFrame.toFixed(1)} ms for each frame (${short.msPerFrame.toFixed(1)} ms in a short list)`
  // biome-ignore lint/suspicious/noConsole: the figures of this run
  console.log(`${what}: ${figures}, ${long.elements} elements at first (${short.elements})`)
  expect(long.reached).toBeGreaterThan(short.reached)
  expect(long.elements).toBeLessThan(2 * short.elements)
  expect(long.msPerFrame).toBeLessThan(FRAME_MS)
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
