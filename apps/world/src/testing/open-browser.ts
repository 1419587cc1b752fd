import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The system's Chromium, else the one that npm brought. */
export async function openBrowser(): Promise<Browser> {
  const system = SYSTEM_BROWSERS.find((path) => existsSync(path))
  if (system !== undefined) return launchBrowser(system, [])
  return launchBrowser(await sparticuz.executablePath(), sparticuz.args)
}

function launchBrowser(executablePath: string, args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...args, '--no-sandbox'] })
}

/** What axe finds wrong with the page, a line each; the wallet's own frame is not ours. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
