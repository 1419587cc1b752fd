import type { Page } from 'playwright-core'
import {
  type Answer,
  beginUndrawn,
  buildAnswer,
  buildFailure,
  replaceAnswer,
} from '../replace-answer.ts'
import type { Screen } from './screen.ts'

/** An account that every local network has. */
const SERVICE_ACCOUNT = '0xf8d6e0586b0a20c7'

const FAILURE = buildFailure('The database is being repaired until noon. Try again then.')

const PROPOSALS = '**/v1/governance/proposals'
const SCORE = '**/v1/score/*'
const CHECK = '**/v1/agent/check'

async function answerGet(page: Page, path: string, answer: Answer): Promise<void> {
  await beginUndrawn(page)
  await replaceAnswer(page, { path, method: 'GET' }, answer)
}

/** No answer to these calls while the page is open. */
async function hang(page: Page, path: string): Promise<void> {
  await beginUndrawn(page)
  await page.route(path, () => {})
}

/** Opens the wallet page without the score that a page loaded for a wallet brings. */
const analyze = async (page: Page) => {
  await page.getByLabel('Flow address').fill(SERVICE_ACCOUNT)
  await page.getByRole('main').getByRole('button', { name: 'Analyze' }).click()
}

/** The wallet page after a review. */
const buildReview = (name: string, answer: Answer): Screen => ({
  name,
  path: ({ mallory }) => `/wallet/${mallory.address}`,
  arrange: (page) => replaceAnswer(page, { path: CHECK, method: 'POST' }, answer),
  prepare: async (page) => {
    await page.getByRole('button', { name: 'Request Review' }).click()
    const actions = page.getByRole('region', { name: 'Protection Actions' })
    await actions.getByRole('status').locator('p, div').first().waitFor()
    await actions.getByText('Processing action...').waitFor({ state: 'detached' })
  },
})

/** Nothing there, nothing yet, nothing possible. */
export const OTHER_STATES: readonly Screen[] = [
  {
    name: 'not-found',
    path: () => '/nowhere',
    prepare: (page) => page.getByText('404 - Page Not Found').waitFor(),
  },
  {
    name: 'menu',
    path: () => '/',
    prepare: async (page) => {
      await page.setViewportSize({ width: 375, height: 812 })
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.locator('#menu').waitFor()
    },
  },
  {
    name: 'home-failed',
    path: () => '/',
    arrange: (page) => answerGet(page, '**/v1/wallets*', FAILURE),
    prepare: (page) => page.getByRole('button', { name: 'Try Again' }).waitFor(),
  },
  {
    name: 'dashboard-logged-out',
    path: () => '/dashboard',
    prepare: (page) => page.getByRole('heading', { name: 'Connect Your Wallet' }).waitFor(),
  },
  {
    name: 'dashboard-loading',
    as: 'carol',
    path: () => '/dashboard',
    arrange: async (page) => {
      await hang(page, '**/v1/agent/**')
      await hang(page, SCORE)
    },
    prepare: (page) => page.getByText('Loading agent status...').first().waitFor(),
  },
  {
    name: 'dashboard-no-alerts',
    as: 'carol',
    path: () => '/dashboard',
    arrange: (page) => answerGet(page, '**/v1/agent/history?*', buildAnswer([])),
    prepare: (page) => page.getByText('No alerts yet').waitFor(),
  },
  {
    name: 'wallet-none',
    path: () => '/wallet',
    prepare: (page) => page.getByRole('heading', { name: 'Enter an Address' }).waitFor(),
  },
  {
    name: 'wallet-own',
    as: 'mallory',
    path: () => '/wallet',
    prepare: (page) => page.getByRole('list', { name: 'What needs you' }).waitFor(),
  },
  {
    name: 'wallet-loading',
    path: () => '/wallet',
    arrange: (page) => hang(page, SCORE),
    prepare: async (page) => {
      await analyze(page)
      await page.getByText('Computing Dharma Score...').waitFor()
    },
  },
  {
    name: 'wallet-failed',
    path: () => '/wallet',
    arrange: (page) => answerGet(page, SCORE, FAILURE),
    prepare: async (page) => {
      await analyze(page)
      await page.getByRole('heading', { name: 'Score Not Available' }).waitFor()
    },
  },
  {
    name: 'wallet-not-an-address',
    path: () => '/wallet/0x12',
    prepare: (page) => page.getByRole('heading', { name: 'Score Not Available' }).waitFor(),
  },
  buildReview('review-done', buildAnswer({ address: SERVICE_ACCOUNT, score: 50, actions: [] })),
  buildReview('review-failed', FAILURE),
  {
    name: 'case-not-found',
    path: ({ alice }) => `/wallet/${alice.address}?case=${'0'.repeat(16)}-${'0'.repeat(12)}`,
    prepare: (page) => page.getByRole('heading', { name: 'The case could not be shown' }).waitFor(),
  },
  {
    name: 'appeal-logged-out',
    path: () => '/wallet#appeal',
    prepare: (page) => page.getByRole('heading', { name: 'Appeal' }).waitFor(),
  },
  {
    name: 'appeal-nothing',
    as: 'carol',
    path: () => '/wallet#appeal',
    prepare: (page) => page.getByRole('heading', { name: 'Nothing to appeal' }).waitFor(),
  },
  {
    name: 'governance-failed',
    path: () => '/governance',
    arrange: (page) => answerGet(page, PROPOSALS, FAILURE),
    prepare: (page) => page.getByRole('heading', { name: 'Error Loading Proposals' }).waitFor(),
  },
  {
    name: 'governance-loading',
    path: () => '/governance',
    arrange: (page) => hang(page, PROPOSALS),
    prepare: (page) => page.getByText('Loading proposals...').waitFor(),
  },
  {
    name: 'governance-empty',
    path: () => '/governance',
    arrange: (page) => answerGet(page, PROPOSALS, buildAnswer([])),
    prepare: (page) => page.getByRole('heading', { name: 'No Proposals Yet' }).waitFor(),
  },
  {
    name: 'governance-empty-filter',
    path: () => '/governance',
    arrange: (page) => answerGet(page, PROPOSALS, buildAnswer([])),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Pending', exact: true }).click()
      await page.getByRole('heading', { name: 'No Pending Proposals' }).waitFor()
    },
  },
]
