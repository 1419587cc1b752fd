// Writes docs/build/licences.md and the names behind it: npm run licences

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listNpmLicences, readGoLicences } from './licences/list-licences.ts'
import { groupByLicence, renderLicences } from './licences/render-licences.ts'
import { ROOT, TOOLBOX_SOURCE_DIR } from './set-up/paths.mjs'

const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
const goMod = await readFile(join(TOOLBOX_SOURCE_DIR, 'go.mod'), 'utf8')
const dependencies = {
  npm: groupByLicence(listNpmLicences(lock)),
  go: groupByLicence(await readGoLicences(goMod)),
}
const names = `${JSON.stringify(dependencies, null, 2)}\n`
await writeFile(join(ROOT, 'scripts/licences/licences.generated.json'), names)
await writeFile(join(ROOT, 'docs/build/licences.md'), renderLicences(dependencies))
console.log('Wrote docs/build/licences.md and scripts/licences/licences.generated.json.')
