import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { TOOLBOX_BINARY } from '../../../../../scripts/set-up/paths.mjs'
import { COSIGNER_INDEXES } from '../../cosigners/cosigner-databases.ts'
import { createWorld } from '../../local/create-world.ts'
import { openPinnedBrowser } from '../clients/open-browser.ts'
import { TEST_PRESENT_MS } from '../present.ts'
import { waitFor } from '../wait-for.ts'
import type { PicturedWorld } from './take-pictures.ts'

/**
 * Starts a local world whose present is always the same and whose clock stands still, so that its screens look the same on
 * every day. The first one for these sources is built, which takes a minute or two; later ones are restored.
 */
export async function openPicturesWorld(
  onProgress: (sentence: string) => void,
  resources: AsyncDisposableStack,
): Promise<PicturedWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-pictures-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  const world = await createWorld({
    ...{ dataDir, onProgress, toolbox: TOOLBOX_BINARY },
    ...{ presentMs: TEST_PRESENT_MS, blockMs: null },
  })
  resources.defer(() => world.stop())
  onProgress('Waiting for the signers of the DAO')
  await Promise.all(COSIGNER_INDEXES.map((index) => world.cosigners.start(index)))
  await waitFor('the server to be ready', async () => (await fetch(`${world.urls.api}/ready`)).ok)
  return { people: world.people, webUrl: world.urls.web, nowMs: TEST_PRESENT_MS }
}

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
