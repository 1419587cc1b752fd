import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** An argument of the Chromium from npm: it would send no `Origin`, and read what other origins forbid. */
const WITHOUT_ORIGINS = '--disable-web-security'

/** Launches the system's Chromium, else the one from npm. */
export async function openBrowser(): Promise<Browser> {
  const system = SYSTEM_BROWSERS.find((path) => existsSync(path))
  if (system !== undefined) return launchBrowser(system, [])
  const args = sparticuz.args.filter((arg) => arg !== WITHOUT_ORIGINS)
  return launchBrowser(await sparticuz.executablePath(), args)
}

function launchBrowser(executablePath: string, args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...args, '--no-sandbox'] })
}

/** Lists the accessibility violations that axe finds on the page, without the wallet's iframe. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
