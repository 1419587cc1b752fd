import { reportFailure } from '../report-failure.ts'
import { reloadOnce } from './reload-page.ts'

const RETRY_AFTER_MS = 1_000

/**
 * Loads code that is not in the first files of the page: every dynamic import goes through here. One that fails is tried
 * again once; then `reload` may load the whole page again, and resolves to false where it does not.
 */
export async function loadPart<T>(load: () => Promise<T>, reload = reloadOnce): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
  }
  try {
    return await load()
  } catch (error) {
    reportFailure('A part of the page could not be loaded', error)
    if (await reload()) return new Promise(() => {})
    throw error
  }
}
