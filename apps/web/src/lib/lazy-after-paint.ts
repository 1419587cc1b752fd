import { lazy, type ReactNode } from 'react'

/** A page in the background paints nothing; its parts load all the same. */
const LONGEST_WAIT_MS = 500

/** Like `lazy`, but the code loads after what is being rendered has been painted. Only for what no server renders. */
export function lazyAfterPaint<P>(load: () => Promise<(props: P) => ReactNode>) {
  return lazy(async () => {
    await waitForPaint()
    return { default: await load() }
  })
}

const waitForPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, LONGEST_WAIT_MS)
  })
