// Writes docs/licences.md: npm run licences

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listNpmLicences } from './licences/list-npm-licences.mjs'
import { readGoLicences } from './licences/read-go-licences.mjs'
import { renderLicences } from './licences/render-licences.mjs'
import { ROOT, TOOLBOX_SOURCE_DIR } from './set-up/paths.mjs'

const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
const goMod = await readFile(join(TOOLBOX_SOURCE_DIR, 'go.mod'), 'utf8')
const text = renderLicences({ npm: listNpmLicences(lock), go: await readGoLicences(goMod) })
await writeFile(join(ROOT, 'docs/licences.md'), text)
console.log('Wrote docs/licences.md.')
