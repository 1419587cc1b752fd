import { WALLET_FRAME_ID } from '../wallet-session.ts'

const RELOADED_AT = 'dharma-guard.reloaded-at'
const MIN_INTERVAL_MS = 10 * 60_000

/** A field that has the focus, or that the user has changed. */
const FIELD = ':is(input, textarea):read-write:is(:focus, :user-valid, :user-invalid)'

/** A wallet can open in a frame; other frames are of extensions. */
const OPEN_DIALOG = `dialog[open], #${WALLET_FRAME_ID}`

type Page = Pick<Window, 'document' | 'location' | 'sessionStorage' | 'fetch'>

let actionCount = 0

/** Returns what `action` resolves to; the page is not loaded again before, which would lose its outcome. */
export async function keepPageDuring<T>(action: Promise<T>): Promise<T> {
  actionCount++
  try {
    return await action
  } finally {
    actionCount--
  }
}

/**
 * Loads the page again, with its current files, and resolves to true. Resolves to false and does nothing while the user is
 * writing, a dialog is open or an action is under way, while no server answers, within ten minutes of the last time, and
 * where that cannot be stored.
 */
export async function reloadOnce(page: Page = window, nowMs = Date.now()): Promise<boolean> {
  return (
    (await isPageServed(page)) &&
    actionCount === 0 &&
    !hasText(page) &&
    page.document.querySelector(OPEN_DIALOG) === null &&
    noteReload(page, nowMs) &&
    reload(page)
  )
}

/**
 * Loads the page again because the user asked for it; `ask` answers whether a text may be lost. Resolves to false where it
 * may not, while an action is under way, and while no server answers.
 */
export async function reloadAsAsked(
  ask: () => Promise<boolean>,
  page: Page = window,
): Promise<boolean> {
  return (
    (await isPageServed(page)) &&
    (!hasText(page) || (await ask())) &&
    actionCount === 0 &&
    reload(page)
  )
}

function reload({ location }: Page): true {
  location.reload()
  return true
}

/** Without an answer a reload would end the page. */
async function isPageServed(page: Page): Promise<boolean> {
  try {
    return (await page.fetch(page.location.href, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const hasText = ({ document }: Page): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELD)].some(
    ({ value }) => value !== '',
  )

/** Returns whether a reload is due, and stores that it happens at `nowMs`. */
function noteReload(page: Page, nowMs: number): boolean {
  try {
    const lastMs = page.sessionStorage.getItem(RELOADED_AT)
    if (lastMs !== null && nowMs - Number(lastMs) < MIN_INTERVAL_MS) return false
    page.sessionStorage.setItem(RELOADED_AT, String(nowMs))
    return true
  } catch {
    return false
  }
}
