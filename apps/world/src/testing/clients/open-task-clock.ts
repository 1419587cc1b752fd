import type { Page } from 'playwright-core'

/** The processor time of a page's own thread, which other processes hardly change. */
export interface TaskClock {
  readMs(): Promise<number>
  close(): Promise<void>
}

/** Opens the clock by the browser's developer tools. */
export async function openTaskClock(page: Page): Promise<TaskClock> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    readMs: async () => {
      const { metrics } = await devTools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
    },
    close: () => devTools.detach(),
  }
}
