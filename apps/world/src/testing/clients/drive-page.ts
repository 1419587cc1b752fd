import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitFor } from '../wait-for.ts'

/** An answer to a request of the page instead of the server's. */
export interface Answer {
  status?: number
  body: string
  contentType?: string
}

export type PageDriver = ReturnType<typeof drivePage>

/** The server's failure with a message. */
export const buildFailure = (message: string, status = 503): Answer => ({
  status,
  body: JSON.stringify({ code: 'unavailable', message }),
  contentType: 'application/json',
})

/** Failures that give the user no message: an empty answer, and an empty message. */
export const FAILURES_WITHOUT_MESSAGE: readonly Answer[] = [
  { status: 500, body: '' },
  buildFailure('', 500),
]

/** Returns what stories do on a page of the web app at `webUrl`, and expect of its dialogs and its console. */
export function drivePage(page: Page, webUrl: string) {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))

  /** Replaces the answers to one method of a path until `page.unroute`. */
  const answerWith = (path: string, method: 'GET' | 'POST', answer: Answer) =>
    page.route(path, (route) =>
      route.request().method() === method
        ? route.fulfill({
            headers: {
              'access-control-allow-origin': webUrl,
              'access-control-allow-credentials': 'true',
            },
            ...answer,
          })
        : route.fallback(),
    )

  return {
    answerWith,
    answerWithData: (path: string, method: 'GET' | 'POST', data: unknown) =>
      answerWith(path, method, { body: JSON.stringify({ data }), contentType: 'application/json' }),

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
      const login = page.waitForResponse(
        (response) =>
          response.url().endsWith('/v1/session') && response.request().method() === 'POST',
      )
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await page.frameLocator('iframe').getByText(name, { exact: true }).click()
      expect((await login).status()).toBe(200)
    },

    answerWallet: (name: 'Approve' | 'Decline') =>
      page.frameLocator('iframe').getByRole('button', { name }).click(),

    getCard: (title: string) => page.getByRole('region', { name: title, exact: true }),
  }
}
