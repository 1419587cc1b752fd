import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitFor } from '../wait-for.ts'

export type KeyboardDriver = ReturnType<typeof driveKeyboard>

/** From one control to another. */
const MOST_STEPS = 60

/**
 * Returns what somebody without a mouse does on a page, how many keys that took, where a letter and Shift+Tab are one, and
 * how many seconds since this call.
 */
export function driveKeyboard(page: Page) {
  const startMs = performance.now()
  let keys = 0
  const press = async (key: string) => {
    await page.keyboard.press(key)
    keys++
  }
  const frame = page.locator('iframe')
  const wallet = frame.contentFrame()

  const expectFocus = (locator: Locator) =>
    waitFor(`${locator} to have the focus`, () => hasFocus(locator))

  const expectSomeFocus = async () =>
    expect(await readFocus(page), `the focus after ${keys} keys`).not.toBe('BODY')

  /** Goes from one control to the next until this one has the focus. */
  const reach = async (locator: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await locator.waitFor()
    for (let steps = 0; !(await hasFocus(locator)); steps++) {
      expect(steps, `keys on the way to ${locator}`).toBeLessThan(MOST_STEPS)
      await press(key)
      await expectSomeFocus()
    }
  }

  /** Reaches a control and presses Enter. */
  const use = async (locator: Locator, key?: 'Tab' | 'Shift+Tab') => {
    await reach(locator, key)
    await press('Enter')
  }

  /** Answers in the frame of the wallet, which has the focus once it is open and leaves it to the page. */
  const answerWallet = async (name: string | RegExp, key?: 'Tab' | 'Shift+Tab') => {
    const button = wallet.getByRole('button', { name })
    await button.waitFor()
    await expectFocus(frame)
    await use(button, key)
    await frame.waitFor({ state: 'detached' })
    await expectSomeFocus()
  }

  return {
    press,
    expectFocus,
    reach,
    use,
    answerWallet,
    type: async (text: string) => {
      await page.keyboard.type(text)
      keys += text.length
    },
    countKeys: () => keys,
    countSeconds: () => (performance.now() - startMs) / 1000,
  }
}

/** Whether the keys go to an element of the page, or of the wallet's frame in it. */
const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate(
    (element) =>
      element.ownerDocument.hasFocus() && element === element.ownerDocument.activeElement,
  )

const readFocus = (page: Page) => page.evaluate<string>('document.activeElement.tagName')
