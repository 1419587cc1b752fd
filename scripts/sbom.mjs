// Writes the software bill of materials, in CycloneDX: npm run sbom [-- FILE]

import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { addGoModules } from './licences/add-go-modules.mjs'
import { ROOT, STATE_DIR, TOOLBOX_SOURCE_DIR } from './set-up/paths.mjs'
import { runChild } from './set-up/run-child.mjs'

const file = resolve(process.argv[2] ?? join(STATE_DIR, 'sbom.json'))
const { code, output } = await runChild({
  command: ['npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'],
  cwd: ROOT,
  isSilent: true,
})
if (code !== 0) throw new Error(`npm sbom failed:\n${output}`)
const goMod = await readFile(join(TOOLBOX_SOURCE_DIR, 'go.mod'), 'utf8')
const bill = addGoModules(JSON.parse(output), goMod)
await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`Wrote ${bill.components.length} components to ${file}.`)
