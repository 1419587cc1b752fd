import { AxeBuilder } from '@axe-core/playwright'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { ENVIRONMENT } from '../../environment.ts'

/** An argument of the Chromium from npm: it would send no `Origin`, and read what other origins forbid. */
const WITHOUT_ORIGINS = '--disable-web-security'

/** Another: the browser would end with the first of its contexts that is closed. */
const ONE_PROCESS = '--single-process'

/**
 * Launches the Chromium from npm, which is the same on every machine, with further arguments; or the one at
 * DHARMA_BROWSER.
 */
export async function openBrowser(further: readonly string[] = []): Promise<Browser> {
  const { DHARMA_BROWSER } = ENVIRONMENT
  if (DHARMA_BROWSER) return launchBrowser({ executablePath: DHARMA_BROWSER, args: [...further] })
  const args = sparticuz.args.filter((arg) => arg !== WITHOUT_ORIGINS)
  return launchBrowser({
    executablePath: await sparticuz.executablePath(),
    args: [...args, ...further],
  })
}

/** Launches the Chromium from npm with the fonts of a configuration of fontconfig. */
export async function openPinnedBrowser(fontConfigFile: string): Promise<Browser> {
  const args = sparticuz.args.filter((arg) => arg !== WITHOUT_ORIGINS && arg !== ONE_PROCESS)
  return launchBrowser({
    executablePath: await sparticuz.executablePath(),
    args: [...args, ...SAME_COLOURS],
    env: { ...ENVIRONMENT, FONTCONFIG_FILE: fontConfigFile },
  })
}

/** Colours that depend on no screen. */
const SAME_COLOURS = ['--force-color-profile=srgb', '--disable-lcd-text']

/**
 * A page that the server drew loads its scripts once it is painted, which may be after its load event. In the contexts of
 * stories they are part of the load, so that who has waited for that can use the page.
 */
const LOAD_SCRIPTS_AT_ONCE = `addEventListener('DOMContentLoaded', () => {
  const scripts = document.getElementById('scripts')
  if (scripts !== null) document.head.append(scripts.content)
})`

async function launchBrowser({ args = [], ...options }: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch({ ...options, args: [...args, '--no-sandbox'] })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (contextOptions) => {
    const context = await newContext(contextOptions)
    await context.addInitScript(LOAD_SCRIPTS_AT_ONCE)
    return context
  }
  return browser
}

/** Lists the accessibility violations that axe finds on the page, without the wallet's iframe; of these rules alone if given. */
export async function findAccessibilityProblems(page: Page, rules?: string[]): Promise<string[]> {
  // What comes while axe looks appears at once: a half transparent text has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(FINISH_ANIMATIONS)
  // Without a page of its own for the result: nothing in a frame is looked at.
  const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode()
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  await page.emulateMedia({ reducedMotion: null })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Ends what fades in already. What is not drawn because it is far below never ends by itself. */
const FINISH_ANIMATIONS = `document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
  .forEach((animation) => animation.finish())`
