import type { CaseFile } from '@app/api/schemas/case.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { parseCaseFile } from '../case/parse-case.ts'
import type { VerifiedFormat } from '../verified-format.ts'
import { relink } from './build-sample-case.ts'
import { forgeFields } from './forge-field.ts'
import { isFieldNamed, isListedAsUnchecked, verify } from './verify-file.ts'

const SEED = 20_261_125

interface Forger<T> {
  format: VerifiedFormat<T>
  file: T
  /** How often each kind of field is forged. */
  times: number
  /** What a forger does after the change; what was changed is not named then. Returns `null` where it makes no file. */
  cover?: (forged: T) => T | null
  /** The nodes with which a forgery is looked for, one after the other; `null`: without one. */
  nodes: readonly (FlowReader | null)[]
}

/** Forges every kind of field of a file. Returns the forgeries that were neither found nor listed as unchecked. */
export async function findMissed<T>({ format, file, times, cover, nodes }: Forger<T>) {
  const missed: string[] = []
  let tried = 0
  for (const { file: changed, path, change } of forgeFields(file, { seed: SEED, times })) {
    const forged = cover === undefined ? changed : cover(changed)
    if (forged === null || JSON.stringify(forged) === JSON.stringify(file)) continue
    tried += 1
    const names = cover === undefined ? isFieldNamed : () => true
    const miss = await findMiss({ format, file: forged, nodes }, path, names)
    if (miss !== null) missed.push(`${path} = ${change}: ${miss}`)
  }
  return { missed, tried }
}

async function findMiss<T>(
  { format, file, nodes }: Pick<Forger<T>, 'format' | 'file' | 'nodes'>,
  path: string,
  names: typeof isFieldNamed,
): Promise<string | null> {
  for (const node of nodes) {
    const { wrong, undecided } = await verify(format, file, node)
    if (wrong !== null) return names(path, wrong) ? null : `not named in: ${wrong}`
    const unchecked = format.listUnchecked(file, { hasNode: node !== null, isFull: false })
    const isUndecided = undecided.some((because) => isFieldNamed(path, because))
    if (!isUndecided && !isListedAsUnchecked(path, unchecked)) {
      return `neither found nor listed ${node === null ? 'without' : 'with'} a node`
    }
  }
  return null
}

/** Computes all hashes of a case again; `null` where it no longer has the form of one. Inputs have hashes of their own. */
export const coverByHashes =
  (original: CaseFile) =>
  (forged: CaseFile): CaseFile | null => {
    if (JSON.stringify(forged.evidence) !== JSON.stringify(original.evidence)) return null
    try {
      return relink(parseCaseFile('It', forged))
    } catch {
      return null
    }
  }
