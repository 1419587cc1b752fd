import type { Page } from 'playwright-core'

/** Records the clicks on a page from now on; returns a function that lists what was clicked, by its text. */
export async function countClicks(page: Page): Promise<() => readonly string[]> {
  const clicked: string[] = []
  await page.exposeFunction('recordClick', (text: string) => clicked.push(text))
  await page.evaluate(
    `document.addEventListener('click', ({ target }) => recordClick(target.textContent), { capture: true })`,
  )
  return () => clicked
}
