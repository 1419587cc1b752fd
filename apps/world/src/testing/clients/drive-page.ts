import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { connectWallet } from './connect-wallet.ts'
import {
  type Answer,
  buildAnswer,
  buildFailure,
  type Replaced,
  replaceAnswer,
} from './replace-answer.ts'

export type PageDriver = ReturnType<typeof drivePage>

/** Failures that give the user no message: an empty answer, and an empty message. */
export const FAILURES_WITHOUT_MESSAGE: readonly Answer[] = [
  { status: 500, body: '' },
  buildFailure('', 500),
]

/** Returns what stories do on a page of the web app, and expect of its dialogs and its console. */
export function drivePage(page: Page) {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))

  const answerWith = (path: string, method: Replaced['method'], answer: Answer) =>
    replaceAnswer(page, { path, method }, answer)

  return {
    answerWith,
    answerWithData: (path: string, method: Replaced['method'], data: unknown) =>
      answerWith(path, method, buildAnswer(data)),

    /** Does something while a call has this answer. */
    withAnswer: async (replaced: Replaced, answer: Answer, act: () => Promise<void>) => {
      await replaceAnswer(page, replaced, answer)
      await act()
      await page.unroute(replaced.path)
    },

    /** Expects a message or a question with this text, and answers OK. */
    expectAlert: async (text: string) => {
      const alert = page.getByRole('alertdialog')
      await alert.waitFor()
      expect(await alert.getByRole('heading').textContent()).toBe(text)
      await alert.getByRole('button', { name: 'OK' }).click()
    },

    /** Expects that a failed call was logged once since the last time. */
    expectLoggedOnce: async (text: string) => {
      const findLines = () => logged.filter((line) => line.includes(text))
      await waitFor(`'${text}' in the console`, () => findLines().length > 0)
      expect(findLines()).toHaveLength(1)
      logged.length = 0
    },

    /** The errors in the console since the last expectation. */
    getLogged: (): readonly string[] => logged,
    clearLogged: () => {
      logged.length = 0
    },

    /** Connects the wallet of a person, and waits until the server knows it. */
    connect: async (name: string) => {
      expect(await connectWallet(page, name)).toBe(200)
    },

    answerWallet: (name: 'Approve' | 'Decline') =>
      page.frameLocator('iframe').getByRole('button', { name }).click(),

    getCard: (title: string) => page.getByRole('region', { name: title, exact: true }),
  }
}
