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

/** Runs in the page: scrolls an element by a screen in every frame; returns the longest task, and late frames. */
const buildScrolling = (element: string) => `new Promise((resolve) => {
  const box = ${element}
  const tasks = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  const frames = []
  box.scrollTop = 0
  let before = performance.now()
  requestAnimationFrame(function scroll(now) {
    frames.push(now - before)
    before = now
    box.scrollTop += innerHeight
    if (frames.length < 120) return requestAnimationFrame(scroll)
    tasks.push(...observer.takeRecords())
    observer.disconnect()
    const longest = Math.max(0, ...tasks.map(({ duration }) => duration))
    resolve({ longest, late: frames.filter((ms) => ms > 50).length, reached: box.scrollTop })
  })
})`

/** The longest task that nobody feels. */
const JERK_MS = 100

interface Scrolling {
  longest: number
  late: number
  /** Pixels from the start. */
  reached: number
}

const ATTEMPTS = 12

/** Scrolls until it is smooth, at most twelve times, and returns the best: other suites can only slow it down. */
async function measureScrolling(element: string): Promise<Scrolling> {
  const runs: Scrolling[] = []
  do runs.push(await page.evaluate(buildScrolling(element)))
  while (runs.length < ATTEMPTS && runs.every(({ longest }) => longest > JERK_MS))
  const [best] = runs.toSorted((a, b) => a.longest - b.longest)
  return best!
}

/** Expects that a long list has no longer task than a jerk, or, on a busy machine, than twice that of a short one. */
function expectSmooth(what: string, long: Scrolling, short: Scrolling): void {
  const figures = `the longest task was ${long.longest} ms (${short.longest} ms in a short list)`
  // biome-ignore lint/suspicious/noConsole: the figures of this run
  console.log(`${what}: ${figures}; late frames: ${long.late} (${short.late}) of 120`)
  expect(long.reached).toBeGreaterThan(short.reached)
  expect(long.longest).toBeLessThanOrEqual(Math.max(JERK_MS, 2 * short.longest))
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
