import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openPinnedBrowser } from '../clients/open-browser.ts'

/** The fonts that come with the Chromium from npm, where it unpacks them. */
const FONTS_DIR = join(tmpdir(), 'fonts')

/** Launches the browser that draws the same on every machine: it sees no font but those of the pages and its own. */
export async function openPicturesBrowser(resources: AsyncDisposableStack): Promise<Browser> {
  const dir = await mkdtemp(join(tmpdir(), 'dharma-fonts-'))
  resources.defer(() => rm(dir, { recursive: true, force: true }))
  const config = join(dir, 'fonts.conf')
  await writeFile(config, buildFontConfig(dir))
  const browser = await openPinnedBrowser(config)
  resources.defer(() => browser.close())
  return browser
}

const buildFontConfig = (cacheDir: string) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${FONTS_DIR}</dir><cachedir>${cacheDir}</cachedir></fontconfig>
`
