// Takes the pictures that documents show and tests compare: npm run screenshots [-- --only wallet-mallory] [-- --running]

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createElapsedTimePrinter } from '@app/world/create-elapsed-time-printer.ts'
import { WORLDS_DIR } from '@app/world/environment.ts'
import {
  KEPT_PICTURES,
  keepPicture,
  PICTURES_DIR,
} from '@app/world/testing/pictures/kept-pictures.ts'
import {
  openPicturesBrowser,
  openPicturesWorld,
} from '@app/world/testing/pictures/open-pictures-world.ts'
import { createPhotographer } from '@app/world/testing/pictures/take-pictures.ts'
import { readRunningWorld } from './read-running-world.ts'

const USAGE = `Usage: npm run screenshots [-- options]

Takes the pictures in docs/pictures again, in a world whose present is always the same, and writes those that look different.

  --only NAME  only pictures whose name begins with it: wallet-mallory
  --running    of the running npm start instead, into .dharma/pictures: its data and times are others
`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    running: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const pictures = KEPT_PICTURES.filter(({ name }) => name.startsWith(values.only))
if (values.help) console.log(USAGE)
else if (pictures.length === 0) fail(`No picture has a name that begins with ${values.only}.`)
else await takePictures()

async function takePictures(): Promise<void> {
  const print = createElapsedTimePrinter((line) => console.log(line))
  const dir = values.running ? join(WORLDS_DIR, 'pictures') : PICTURES_DIR
  await using resources = new AsyncDisposableStack()
  const world = await (values.running ? readRunningWorld() : openPicturesWorld(print, resources))
  if (world === null) return fail('Nothing runs: run npm start first, or leave out --running.')
  const takePicture = createPhotographer(await openPicturesBrowser(resources), world)
  for (const [index, picture] of pictures.entries()) {
    const { name } = picture
    const outcome = await keepPicture({ name, png: await takePicture(picture) }, dir)
    print(`${index + 1} of ${pictures.length}: ${name}, ${outcome}`)
  }
  const names = await listFiles(dir)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  print(`${names.length} pictures in ${dir}: ${(bytes / 1e6).toFixed(1)} MB`)
}

/** Lists the pictures of a folder, and deletes those that are not taken any more. */
async function listFiles(dir: string): Promise<string[]> {
  const taken = new Set(KEPT_PICTURES.map(({ name }) => `${name}.png`))
  const names = await readdir(dir)
  const old = names.filter((name) => !taken.has(name))
  for (const name of old) await rm(join(dir, name))
  return names.filter((name) => taken.has(name))
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
