import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEPLOYMENT_ORDER, readContractSource } from '@app/contracts/contract-sources.ts'
import { SETTINGS } from '@app/server/settings.ts'
import { renderExamples } from './generate/record-examples.ts'
import { renderSettings, replaceRooms } from './generate/render-documents.ts'
import { renderSurface } from './generate/render-surface.ts'
import { subsetFonts } from './generate/subset-fonts.ts'
import { ROOT } from './set-up/paths.mjs'

const ARCHITECTURE = 'docs/build/architecture.md'

/** Returns the generated files by path from the root of the checkout. */
async function generateFiles(): Promise<Record<string, string>> {
  return {
    'docs/run/settings.md': renderSettings(SETTINGS),
    [ARCHITECTURE]: replaceRooms(await readFile(join(ROOT, ARCHITECTURE), 'utf8')),
    // Written only on request: whoever changes what other code can see and call has to mean it.
    ...((process.argv.includes('--surface') || process.argv.includes('--check')) && {
      'packages/contracts/public-surface.txt': renderSurface(
        DEPLOYMENT_ORDER.toSorted().map(readContractSource),
      ),
    }),
    ...(process.argv.includes('--examples') && {
      'packages/api/src/openapi/examples.generated.ts': await renderExamples(),
    }),
  }
}

/** Only on request: what the libraries write differs between their versions, for the same letters. */
async function writeFonts(): Promise<void> {
  const files = Object.entries(await subsetFonts())
  await Promise.all(files.map(([file, font]) => writeFile(join(ROOT, file), font)))
}

async function isStale([file, content]: [string, string]): Promise<boolean> {
  return (await readFile(join(ROOT, file), 'utf8').catch(() => '')) !== content
}

async function listStaleFiles(): Promise<[string, string][]> {
  const files = Object.entries(await generateFiles())
  const stale = await Promise.all(files.map(isStale))
  return files.filter((_, index) => stale[index])
}

if (process.argv.includes('--fonts')) await writeFonts()
const stale = await listStaleFiles()
const names = stale.map(([file]) => file).join(', ')
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(
      `Out of date: ${names}. Run npm run generate, for the public surface with -- --surface.`,
    )
    process.exitCode = 1
  }
} else {
  await Promise.all(stale.map(([file, text]) => writeFile(join(ROOT, file), text)))
  console.log(stale.length === 0 ? 'Generated files are up to date.' : `Wrote ${names}.`)
}
