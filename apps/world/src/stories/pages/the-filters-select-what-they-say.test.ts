import { listProposals } from '@app/api/routes/governance.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import { toAddress } from '@app/values/address.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { beginUndrawn, buildAnswer, replaceAnswer } from '../../testing/clients/replace-answer.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { urls, api } = connectToWorld()

let browser: Browser
let page: Page
let errors: ConsoleWatch

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
  // What the server drew is of the real proposals.
  await beginUndrawn(page)
})

afterAll(() => browser.close())
afterEach(async () => {
  await page.unrouteAll()
  expect(errors.takeUnexpected()).toEqual([])
})

const PROPOSALS = '**/v1/governance/proposals'
const SHOWN_CARDS = '[aria-label="List of proposals"] > ul > li'
const STATUSES = ['pending', 'active', 'approved', 'executed', 'rejected', 'expired'] as const

const buildAddress = (index: number) => toAddress(`0x${index.toString(16).padStart(16, '0')}`)

const readShownIds = () =>
  page
    .locator(SHOWN_CARDS)
    .evaluateAll((cards) => cards.map(({ id }) => Number(id.replace('proposal-', ''))))

/** Answers with proposals of these states about one address each, the newest first. */
async function answerProposals(statuses: readonly Proposal['status'][]): Promise<Proposal[]> {
  const [model] = await api.call(listProposals)
  const list = statuses.map((status, index) => ({
    ...model!,
    id: statuses.length - index,
    targetAddress: buildAddress(index),
    status,
  }))
  await replaceAnswer(page, { path: PROPOSALS, method: 'GET' }, buildAnswer(list))
  return list
}

test('every filter shows the proposals of its state, and no other', async () => {
  const list = await answerProposals([...STATUSES, ...STATUSES])
  await page.goto('/governance')
  await page.locator(SHOWN_CARDS).first().waitFor()
  for (const filter of ['Active', 'Pending', 'Executed', 'All']) {
    const button = page.getByRole('button', { name: filter, exact: true })
    await button.click()
    await page.getByRole('button', { name: filter, exact: true, pressed: true }).waitFor()
    const wanted = list.filter(({ status }) => filter === 'All' || status === filter.toLowerCase())
    expect(await readShownIds(), filter).toEqual(wanted.map(({ id }) => id))
  }
  const counters = await page.getByRole('main').locator('dl').first().textContent()
  expect(counters).toBe('Total12Active4Executed2Rejected2')
})
