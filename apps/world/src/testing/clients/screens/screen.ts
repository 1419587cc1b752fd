import type { Page } from 'playwright-core'
import type { AccountName } from '../../../people/account-names.ts'
import type { People } from '../../../people/create-person.ts'

/** A screen of the web app in one of its states. */
export interface Screen {
  /** Names it in a file name: small letters and hyphens. */
  name: string
  /** Whose wallet is connected; nobody's without it. */
  as?: AccountName
  path(people: Pick<People, ShownPerson>): string
  /** Replaces answers before the page is opened. */
  arrange?(page: Page): Promise<unknown>
  /** Brings the opened page into the state, and resolves when it shows. */
  prepare(page: Page): Promise<unknown>
}

/** The accounts that screens are about; the file that describes a running world names them. */
export type ShownPerson = 'alice' | 'mallory' | 'oscar' | 'victor' | 'newbie' | 'mule'

/** Opens a screen on a page of a browser whose `baseURL` is the web app, with the wallet that it needs connected. */
export async function openScreen(
  page: Page,
  screen: Screen,
  people: Pick<People, ShownPerson>,
): Promise<void> {
  await goToScreen(page, screen, people)
  await screen.prepare(page)
}

/** Opens the page of a screen, without bringing it into the state. */
export async function goToScreen(
  page: Page,
  screen: Screen,
  people: Pick<People, ShownPerson>,
): Promise<void> {
  await screen.arrange?.(page)
  await page.goto(screen.path(people))
  await page.getByRole('contentinfo').waitFor()
}
