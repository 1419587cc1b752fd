import { readdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DIFFERENCES_DIR,
  findDifference,
  KEPT_PICTURES,
  PICTURES_DIR,
} from '../../testing/pictures/kept-pictures.ts'
import {
  openPicturesBrowser,
  openPicturesWorld,
} from '../../testing/pictures/open-pictures-world.ts'
import { createPhotographer, type TakePicture } from '../../testing/pictures/take-pictures.ts'

/** The Chromium from npm is for this system only. */
const HAS_BROWSER = process.platform === 'linux' && process.arch === 'x64'

describe.skipIf(!HAS_BROWSER)('the screens of a world whose present is fixed', () => {
  const resources = new AsyncDisposableStack()
  let takePicture: TakePicture

  beforeAll(async () => {
    await rm(DIFFERENCES_DIR, { recursive: true, force: true })
    const world = await openPicturesWorld(() => {}, resources)
    takePicture = createPhotographer(await openPicturesBrowser(resources), world)
  }, 400_000)

  afterAll(() => resources.disposeAsync())

  test.each(KEPT_PICTURES)('$name looks as kept', async (picture) => {
    const { name } = picture
    // A second picture of the same screen tells what differs each time from what differed once.
    const difference = await findDifference({ name, png: await takePicture(picture) })
    if (difference === null) return
    expect(await findDifference({ name, png: await takePicture(picture) })).toBeNull()
  })

  test('no picture is kept of what is not a screen any more', async () => {
    const files = KEPT_PICTURES.map(({ name }) => `${name}.png`)
    expect((await readdir(PICTURES_DIR)).sort()).toEqual(files.sort())
  })
})
