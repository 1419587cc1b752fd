import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TOOLBOX_BINARY } from '../set-up/paths.mjs'

/** One parameter of a transaction, script or event, with its Cadence type, such as `{Address: UFix64}`. */
export interface Parameter {
  name: string
  type: string
}

/** The parameters of a transaction, a script or an event, and its `///` comment, empty where there is none. */
export interface Signature {
  name: string
  doc: string
  parameters: Parameter[]
}

/** A .cdc file. */
export interface CadenceFile {
  /** Its path inside its folder without the ending, such as 'tokens/send_tokens'. */
  name: string
  cadence: string
  /** The transaction or the script's `main`; `null` in a contract. */
  call: Signature | null
  /** The events that its contract declares. */
  events: Signature[]
}

/** Reads every .cdc file under the folder, with what the toolbox parses in it. Returns them sorted by name. */
export async function readCadenceFiles(folder: string): Promise<CadenceFile[]> {
  const entries = await readdir(folder, { recursive: true })
  const paths = entries.filter((entry) => entry.endsWith('.cdc')).sort()
  const signatures = await readSignatures(paths.map((path) => join(folder, path)))
  return Promise.all(
    paths.map(async (path) => ({
      name: path.slice(0, -'.cdc'.length),
      cadence: await readFile(join(folder, path), 'utf8'),
      call: signatures[join(folder, path)]?.call ?? null,
      events: signatures[join(folder, path)]?.events ?? [],
    })),
  )
}

type SignaturesByPath = Record<string, Pick<CadenceFile, 'call' | 'events'>>

async function readSignatures(paths: string[]): Promise<SignaturesByPath> {
  const { stdout } = await promisify(execFile)(TOOLBOX_BINARY, ['signatures', ...paths])
  return JSON.parse(stdout)
}
