import type { CaseFile } from '@app/api/schemas/case.ts'
import { parseCaseFile } from '../case/case-file.ts'
import type { UncheckedClaim } from '../check.ts'
import type { Sources } from '../verified-file.ts'
import { relink } from './build-sample-case.ts'
import { forgeFields, toFieldName } from './forge-field.ts'
import { type Open, verify } from './verify.ts'

const SEED = 20_261_125

interface Forger {
  open: Open
  file: unknown
  /** How often each kind of field is forged. */
  times: number
  /** What a forger does after the change. Returns `null` where it makes no file. */
  cover?: (forged: unknown) => unknown
  /** With what a forgery is looked for, one after the other. */
  sources: readonly Partial<Sources>[]
}

/** Forges every kind of field of a file. Returns the forgeries that were neither found nor listed as unchecked. */
export async function findMissed({ open, file, times, cover, sources }: Forger) {
  const missed: string[] = []
  let tried = 0
  for (const { file: changed, path, change } of forgeFields(file, { seed: SEED, times })) {
    const forged = cover === undefined ? changed : cover(changed)
    if (forged === null || JSON.stringify(forged) === JSON.stringify(file)) continue
    tried += 1
    const miss = await findMiss(path, sources, (own) => verify(open, forged, own))
    if (miss !== null) missed.push(`${path} = ${change}, with the sources number ${miss}`)
  }
  return { missed, tried }
}

/** Returns the place of the sources with which a forgery is neither found nor listed. */
async function findMiss(
  path: string,
  sources: Forger['sources'],
  run: (own: Partial<Sources>) => ReturnType<typeof verify>,
): Promise<number | null> {
  for (const [index, own] of sources.entries()) {
    const { wrong, undecided, unchecked } = await run(own)
    if (wrong !== null) return null
    if (!isListedAsUnchecked(path, unchecked) && !isNamed(path, undecided)) return index
  }
  return null
}

/** What a list leaves out, holds twice or in another order is listed by its length. */
export function isListedAsUnchecked(path: string, claims: readonly UncheckedClaim[]): boolean {
  const name = toFieldName(path)
  const covers = (field: string) =>
    field.endsWith('.length')
      ? [field, field.slice(0, -7), `${field.slice(0, -7)}[]`].includes(name)
      : [path, name].some(
          (own) => own === field || own.startsWith(`${field}.`) || own.startsWith(`${field}[`),
        )
  return claims.some(({ fields }) => fields.some(covers))
}

const isNamed = (path: string, sentences: readonly string[]): boolean =>
  sentences.some((sentence) =>
    sentence.split(' ').some((word) => word.includes('[') && path.startsWith(word)),
  )

/** Computes all hashes of a case again; `null` where it no longer has the form of one. Inputs have hashes of their own. */
export const coverByHashes =
  (original: CaseFile) =>
  (forged: unknown): CaseFile | null => {
    try {
      const file = parseCaseFile('It', forged)
      const isInput = JSON.stringify(file.evidence) !== JSON.stringify(original.evidence)
      return isInput ? null : relink(file)
    } catch {
      return null
    }
  }
