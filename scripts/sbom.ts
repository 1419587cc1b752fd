// Writes the software bill of materials, in CycloneDX: npm run sbom [-- FILE]

import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { listGoModules } from './licences/list-licences.ts'
import { ROOT, STATE_DIR, TOOLBOX_SOURCE_DIR } from './set-up/paths.mjs'
import { runChild } from './set-up/run-child.mjs'

/** A bill of materials in CycloneDX, as `npm sbom` prints it. */
interface Bill {
  components: object[]
}

/** Returns the bill with the Go modules of the Flow tools added. */
export function addGoModules(bill: Bill, goMod: string): Bill {
  const modules = listGoModules(goMod).map(({ name, version }) => {
    const purl = `pkg:golang/${name}@${version}`
    return { 'bom-ref': purl, type: 'library', name, version, purl }
  })
  return { ...bill, components: [...bill.components, ...modules] }
}

if (import.meta.main) {
  const file = resolve(process.argv[2] ?? join(STATE_DIR, 'sbom.json'))
  const { code, output } = await runChild({
    command: [
      'npm',
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--package-lock-only',
      '--loglevel=error',
    ],
    cwd: ROOT,
    isSilent: true,
  })
  if (code !== 0) throw new Error(`npm sbom failed:\n${output}`)
  const goMod = await readFile(join(TOOLBOX_SOURCE_DIR, 'go.mod'), 'utf8')
  const bill = addGoModules(JSON.parse(output), goMod)
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`Wrote ${bill.components.length} components to ${file}.`)
}
