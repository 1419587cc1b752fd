import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const waitForDialog = (page: Page) => page.getByRole('dialog').waitFor()
const waitForMessage = (page: Page) => page.getByRole('alertdialog').waitFor()
const click = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

const fillPrompt = async (page: Page, text: string) => {
  await page.getByRole('dialog').getByRole('textbox').fill(text)
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
}

/** Opens a dialog of the wallet page by a button. */
const buildWalletDialog = (name: string, button: string): Screen => ({
  name,
  path: ({ alice }) => `/wallet/${alice.address}`,
  prepare: async (page) => {
    await click(page, button)
    await waitForDialog(page)
  },
})

/** Each dialog over its page. */
export const OPEN_DIALOGS: readonly Screen[] = [
  buildWalletDialog('dialog-flag', 'Flag Wallet'),
  buildWalletDialog('dialog-share', 'Share'),
  {
    name: 'dialog-compare',
    path: ({ alice }) => `/wallet/${alice.address}`,
    prepare: async (page) => {
      await click(page, 'Share')
      await click(page, 'Compare')
      await page.getByRole('dialog', { name: /^Compare with which wallet/ }).waitFor()
    },
  },
  {
    name: 'dialog-flag-refused',
    path: ({ alice }) => `/wallet/${alice.address}`,
    prepare: async (page) => {
      await click(page, 'Flag Wallet')
      await fillPrompt(page, 'short')
      await waitForMessage(page)
    },
  },
  {
    name: 'dialog-address-refused',
    path: () => '/wallet',
    prepare: async (page) => {
      await page.getByLabel('Flow address').fill('0x12')
      await click(page, 'Analyze')
      await waitForMessage(page)
    },
  },
  {
    name: 'dialog-accuracy',
    path: ({ alice }) => `/wallet/${alice.address}#accuracy`,
    prepare: waitForDialog,
  },
  {
    name: 'dialog-palette',
    path: () => '/',
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'dialog-palette-nothing',
    path: () => '/',
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('nobody')
      await page.getByText(/^This is not an address/).waitFor()
    },
  },
  {
    name: 'dialog-proposal',
    path: () => '/governance',
    prepare: async (page) => {
      await click(page, 'Create Proposal')
      await page.getByRole('dialog').getByLabel('Reason').fill('Too short')
    },
  },
  {
    name: 'dialog-proposal-refused',
    path: () => '/governance',
    prepare: async (page) => {
      await click(page, 'Create Proposal')
      await page.getByRole('dialog').getByRole('button', { name: 'Create Proposal' }).click()
      await waitForMessage(page)
    },
  },
  {
    name: 'dialog-vote',
    as: 'carol',
    path: () => '/governance',
    prepare: async (page) => {
      await click(page, 'Vote For')
      await waitForMessage(page)
    },
  },
  {
    name: 'dialog-appeal',
    as: 'mule',
    path: ({ mule }) => `/wallet/${mule.address}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Appeal', exact: true }).first().click()
      await waitForDialog(page)
    },
  },
]
