import type { Page } from 'playwright-core'
import type { Screen, ShownPerson } from './screen.ts'

/** Opens every part of a page that can be opened; what is in them may load. */
async function openDisclosures(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .locator('details')
    .evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '')
    })
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'detached' })
}

const showsScore = (page: Page) => page.getByText('/100').first().waitFor()
const showsPictures = async (page: Page) => {
  await showsScore(page)
  // Drawn when they come near, and otherwise one after the other.
  await page.getByRole('region', { name: 'Score history' }).waitFor()
  await page.getByRole('heading', { name: 'Score Details' }).waitFor()
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'detached' })
}
const showsProposals = (page: Page) =>
  page.getByRole('region', { name: 'List of proposals' }).waitFor()

const buildWallet = (name: ShownPerson): Screen => ({
  name: `wallet-${name}`,
  path: (people) => `/wallet/${people[name].address}`,
  prepare: showsPictures,
})

/** The pages with all of their data. */
export const FULL_SCREENS: readonly Screen[] = [
  {
    name: 'home',
    path: () => '/',
    prepare: async (page) => {
      await page.getByRole('listbox', { name: /^Wallets by score/ }).waitFor()
      await page.getByText('Decided by people:').waitFor()
    },
  },
  {
    name: 'dashboard',
    as: 'carol',
    path: () => '/dashboard',
    prepare: async (page) => {
      await page.getByText('Agent monitoring active').waitFor()
      await page.getByRole('button', { name: 'View Details' }).waitFor()
      await page.getByText('Loading alerts...').waitFor({ state: 'detached' })
    },
  },
  ...(['alice', 'mallory', 'oscar', 'victor', 'newbie', 'mule'] as const).map(buildWallet),
  {
    name: 'wallet-everything-open',
    path: ({ mallory }) => `/wallet/${mallory.address}`,
    prepare: async (page) => {
      await showsPictures(page)
      await openDisclosures(page)
    },
  },
  {
    name: 'wallet-counterparties',
    path: ({ mallory }) => `/wallet/${mallory.address}`,
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Counterparties' }).click()
      await page.getByText(/^\d+ accounts\. Money moves/).waitFor()
    },
  },
  {
    name: 'wallet-counterparties-list',
    path: ({ mallory }) => `/wallet/${mallory.address}`,
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Counterparties' }).click()
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByText(/^\d+ accounts\. Money moves/).waitFor()
    },
  },
  {
    name: 'wallet-holdings',
    path: ({ alice }) => `/wallet/${alice.address}`,
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Holdings' }).click()
      await page.getByRole('heading', { name: 'NFTs' }).waitFor()
    },
  },
  {
    name: 'wallet-paths',
    path: ({ mule }) => `/wallet/${mule.address}`,
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Link to listed accounts' }).click()
      await page.getByText('This wallet', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'wallet-compared',
    path: ({ alice, mallory }) => `/wallet/${alice.address}?compare=${mallory.address}`,
    prepare: (page) => page.getByRole('heading', { name: 'Factors' }).waitFor(),
  },
  {
    name: 'case',
    path: ({ mule }) => `/wallet/${mule.address}`,
    prepare: async (page) => {
      await page.getByRole('heading', { name: /^Warnings/ }).click()
      await page
        .getByRole('list', { name: 'Cases about this wallet' })
        .getByRole('link')
        .first()
        .click()
      await page.getByRole('list', { name: 'Timeline of this case' }).waitFor()
      await openDisclosures(page)
    },
  },
  { name: 'governance', path: () => '/governance', prepare: showsProposals },
  {
    name: 'governance-member',
    as: 'carol',
    path: () => '/governance',
    prepare: async (page) => {
      await showsProposals(page)
      await page.getByRole('heading', { name: 'Needs your vote' }).waitFor()
    },
  },
  {
    name: 'governance-everything-open',
    path: () => '/governance',
    prepare: async (page) => {
      await showsProposals(page)
      await openDisclosures(page)
    },
  },
]
