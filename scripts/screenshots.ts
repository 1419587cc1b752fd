// Takes the pictures that documents show, or compares them: npm run screenshots [-- --check]

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createElapsedTimePrinter } from '@app/world/create-elapsed-time-printer.ts'
import {
  DIFFERENCES_DIR,
  findDifference,
  keepPicture,
  PICTURES_DIR,
} from '@app/world/testing/pictures/kept-pictures.ts'
import { PICTURE_NAMES, takePictures } from '@app/world/testing/pictures/take-pictures.ts'

const USAGE = `Usage: npm run screenshots [-- options]

Takes the pictures in docs/pictures again, in a world whose present is always the same, and writes those that look different.

  --check      writes none, names those that differ, and exits with 1 if there are any
`

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } })
const print = createElapsedTimePrinter((line) => console.log(line))
if (values.help) console.log(USAGE)
else if (values.check) await checkPictures()
else await keepPictures()

async function keepPictures(): Promise<void> {
  for await (const picture of takePictures(print))
    print(`${picture.name}: ${await keepPicture(picture)}`)
  for (const file of await listOldFiles()) await rm(join(PICTURES_DIR, file))
}

async function checkPictures(): Promise<void> {
  const problems = (await listOldFiles()).map((file) => `${file}: no such picture is taken`)
  await rm(DIFFERENCES_DIR, { recursive: true, force: true })
  for await (const picture of takePictures(print)) {
    const difference = await findDifference(picture)
    print(`${picture.name}: ${difference ?? 'unchanged'}`)
    if (difference !== null) problems.push(`${picture.name}: ${difference}`)
  }
  if (problems.length === 0) return
  console.error([...problems, `Look at ${DIFFERENCES_DIR}. ${REMEDY}`].join('\n'))
  process.exitCode = 1
}

const REMEDY =
  'If the screens are as they should be, run npm run screenshots and commit the pictures.'

/** Lists the files of pictures that are not taken any more. */
async function listOldFiles(): Promise<string[]> {
  const files = await readdir(PICTURES_DIR)
  return files.filter((file) => !PICTURE_NAMES.some((name) => file === `${name}.png`))
}
