import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { WORLDS_DIR } from '../../environment.ts'
import type { Screen } from '../clients/screens/screen.ts'
import { SCREENS } from '../clients/screens.ts'
import type { Look } from './take-pictures.ts'

/** Folder of the kept pictures, which documents show too. */
export const PICTURES_DIR = join(ROOT, 'docs/pictures')

/** A picture of which a copy is kept. */
interface KeptPicture {
  /** Name of its file, without `.png`. */
  name: string
  screen: Screen
  look: Look
}

/** What is special about these is further down than the window. */
const ONLY_FULL: readonly string[] = [
  ...['wallet-everything-open', 'governance-everything-open', 'case'],
  ...['home-failed', 'dashboard-no-alerts'],
]

/** What is seen in other looks than `light`. */
const OTHER_LOOKS: Readonly<Record<Exclude<Look, 'light'>, readonly string[]>> = {
  full: ['home', ...ONLY_FULL],
  dark: ['home', 'dashboard', 'wallet-mallory', 'wallet-counterparties', 'governance-member'],
  phone: ['home', 'dashboard', 'wallet-mallory', 'governance'],
}

/** Screens that contain what differs from run to run: the QR code has the port of the pages. */
const NOT_KEPT: readonly string[] = ['dialog-share']

/** Every picture that is kept: each screen once, some of them in several looks. */
export const KEPT_PICTURES: readonly KeptPicture[] = SCREENS.flatMap((screen) =>
  listLooks(screen.name).map((look) => ({ name: `${screen.name}-${look}`, screen, look })),
)

function listLooks(name: string): Look[] {
  if (NOT_KEPT.includes(name)) return []
  const looks = (['full', 'dark', 'phone'] as const).filter((look) =>
    OTHER_LOOKS[look].includes(name),
  )
  return ONLY_FULL.includes(name) ? looks : ['light', ...looks]
}

interface Comparison {
  /** Whether nobody would see a difference. */
  isSame: boolean
  /** Pixels that look different; those that only smooth an edge do not count. */
  differentPixels: number
  /** A PNG file in which the different pixels are red; null when the sizes differ. */
  diff: Buffer | null
}

/** How different two colours must be, from 0 to 1. Pale red and pale amber still are. */
const COLOUR_THRESHOLD = 0.02

/** One of so many pixels may differ: on a busy machine Chromium draws some round corners anew. A changed badge has more. */
const PIXELS_PER_DIFFERENCE = 4_000

/** Compares two PNG files. */
export function comparePictures(expected: Buffer, actual: Buffer): Comparison {
  const [a, b] = [PNG.sync.read(expected), PNG.sync.read(actual)]
  const { width, height } = b
  if (a.width !== width || a.height !== height) {
    return { isSame: false, differentPixels: width * height, diff: null }
  }
  const diff = new PNG({ width, height })
  const options = { threshold: COLOUR_THRESHOLD }
  const differentPixels = pixelmatch(a.data, b.data, diff.data, width, height, options)
  const isSame = differentPixels <= (width * height) / PIXELS_PER_DIFFERENCE
  return { isSame, differentPixels, diff: PNG.sync.write(diff) }
}

/** Folder of what differs from the kept pictures. */
export const DIFFERENCES_DIR = join(WORLDS_DIR, 'test/pictures')

/** A picture that was taken now, with the name of its file. */
interface TakenPicture {
  name: string
  png: Buffer
}

/** Writes a picture into a folder, unless the one there looks the same; returns what it did. */
export async function keepPicture(
  { name, png }: TakenPicture,
  dir = PICTURES_DIR,
): Promise<'new' | 'changed' | 'unchanged'> {
  const kept = await readPicture(join(dir, `${name}.png`))
  if (kept !== null && comparePictures(kept, png).isSame) return 'unchanged'
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, `${name}.png`), compress(png))
  return kept === null ? 'new' : 'changed'
}

/** Smaller than what the browser writes: without transparency, of which there is none, and filters, which text does not need. */
const compress = (png: Buffer): Buffer =>
  PNG.sync.write(PNG.sync.read(png), {
    colorType: 2,
    deflateLevel: 9,
    deflateStrategy: 0,
    filterType: 0,
  })

/** Returns a sentence if a picture differs from the kept one, and writes both and the difference; null if it does not. */
export async function findDifference({ name, png }: TakenPicture): Promise<string | null> {
  const kept = await readPicture(join(PICTURES_DIR, `${name}.png`))
  const comparison = kept === null ? null : comparePictures(kept, png)
  if (comparison?.isSame) return null
  await mkdir(DIFFERENCES_DIR, { recursive: true })
  const files = { expected: kept, actual: png, diff: comparison?.diff ?? null }
  for (const [kind, file] of Object.entries(files)) {
    if (file !== null) await writeFile(join(DIFFERENCES_DIR, `${name}.${kind}.png`), file)
  }
  const problem =
    comparison === null
      ? 'There is no kept picture'
      : `${comparison.differentPixels} pixels differ from the kept picture`
  return `${problem} docs/pictures/${name}.png: look at ${DIFFERENCES_DIR}/${name}.*.png. If the screen is as it should be, run npm run screenshots and commit the picture.`
}

const readPicture = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
