const RELOADED_AT = 'dharma-guard.reloaded-at'
const MIN_INTERVAL_MS = 10 * 60_000

/** A field that has the focus, or that the user has changed. */
const FIELD = ':is(input, textarea):read-write:is(:focus, :user-valid, :user-invalid)'

/** A wallet opens in a frame. */
const OPEN_DIALOG = 'dialog[open], iframe'

/**
 * Loads the page again, with its current files, and resolves to true. Resolves to false and does nothing while the user is
 * writing or a dialog is open, while no server answers, within ten minutes of the last time, and where that cannot be
 * stored.
 */
export async function reloadOnce(): Promise<boolean> {
  return (
    (await isPageServed()) &&
    !hasText() &&
    document.querySelector(OPEN_DIALOG) === null &&
    noteReload(Date.now()) &&
    reload()
  )
}

/**
 * Loads the page again because the user asked for it; `ask` answers whether a text may be lost. Resolves to false where it
 * may not, and while no server answers.
 */
export async function reloadAsAsked(ask: () => Promise<boolean>): Promise<boolean> {
  return (await isPageServed()) && (!hasText() || (await ask())) && reload()
}

function reload(): true {
  window.location.reload()
  return true
}

/** Without an answer a reload would end the page. */
async function isPageServed(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const hasText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELD)].some(
    ({ value }) => value !== '',
  )

/** Returns whether a reload is due, and stores that it happens at `nowMs`. */
function noteReload(nowMs: number): boolean {
  try {
    const lastMs = sessionStorage.getItem(RELOADED_AT)
    if (lastMs !== null && nowMs - Number(lastMs) < MIN_INTERVAL_MS) return false
    sessionStorage.setItem(RELOADED_AT, String(nowMs))
    return true
  } catch {
    return false
  }
}
