import type { Page } from 'playwright-core'

/** Connects the dev wallet of a person on a page; returns the status of the server's answer to the log-in. */
export async function connectWallet(page: Page, name: string): Promise<number> {
  const login = page.waitForResponse(
    (response) => response.url().endsWith('/v1/session') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.frameLocator('iframe').getByText(name, { exact: true }).click()
  return (await login).status()
}
