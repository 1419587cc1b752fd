import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { WORLDS_DIR } from '../../environment.ts'
import { comparePictures } from './compare-pictures.ts'
import { PICTURES_DIR } from './kept-pictures.ts'

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
