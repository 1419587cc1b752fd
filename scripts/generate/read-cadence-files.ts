import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CadenceFile } from './render-calls.ts'

/** Reads every .cdc file under the folder. Returns them sorted by name. */
export async function readCadenceFiles(folder: string): Promise<CadenceFile[]> {
  const paths = await readdir(folder, { recursive: true })
  const names = paths.filter((path) => path.endsWith('.cdc')).map((path) => path.slice(0, -4))
  return Promise.all(
    names.sort().map(async (name) => ({
      name: name.replaceAll('\\', '/'),
      cadence: await readFile(join(folder, `${name}.cdc`), 'utf8'),
    })),
  )
}
