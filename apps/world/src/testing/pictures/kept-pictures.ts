import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { WORLDS_DIR } from '../../environment.ts'

/** Folder of the kept pictures, which documents show too. */
export const PICTURES_DIR = join(ROOT, 'docs/pictures')

/** Folder of what differs from the kept pictures. */
export const DIFFERENCES_DIR = join(WORLDS_DIR, 'test/pictures')

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

/** A picture that was taken now, with the name of its file, without `.png`. */
interface TakenPicture {
  name: string
  png: Buffer
}

/** Writes a picture, unless the kept one looks the same; returns what it did. */
export async function keepPicture({
  name,
  png,
}: TakenPicture): Promise<'new' | 'changed' | 'unchanged'> {
  const kept = await readKeptPicture(name)
  if (kept !== null && comparePictures(kept, png).isSame) return 'unchanged'
  await mkdir(PICTURES_DIR, { recursive: true })
  await writeFile(toPath(name), compress(png))
  return kept === null ? 'new' : 'changed'
}

/** Returns how a picture differs from the kept one, and writes both and the difference; null if it does not. */
export async function findDifference({ name, png }: TakenPicture): Promise<string | null> {
  const kept = await readKeptPicture(name)
  if (kept === null) return 'there is no kept picture'
  const { isSame, differentPixels, diff } = comparePictures(kept, png)
  if (isSame) return null
  await mkdir(DIFFERENCES_DIR, { recursive: true })
  for (const [kind, file] of Object.entries({ expected: kept, actual: png, diff })) {
    const path = join(DIFFERENCES_DIR, `${name}.${kind}.png`)
    await (file === null ? rm(path, { force: true }) : writeFile(path, file))
  }
  return `${differentPixels} pixels differ`
}

const toPath = (name: string): string => join(PICTURES_DIR, `${name}.png`)

const readKeptPicture = (name: string): Promise<Buffer | null> =>
  readFile(toPath(name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** Smaller than what the browser writes: without transparency, of which there is none, and filters, which text does not need. */
const compress = (png: Buffer): Buffer =>
  PNG.sync.write(PNG.sync.read(png), {
    colorType: 2,
    deflateLevel: 9,
    deflateStrategy: 0,
    filterType: 0,
  })
