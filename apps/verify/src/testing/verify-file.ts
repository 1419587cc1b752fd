import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { FatalError } from '@app/values/errors.ts'
import { formatDifference, type UncheckedClaim } from '../check.ts'
import { OFFLINE, type Sources, type VerifiedFormat } from '../verified-format.ts'
import { toFieldName } from './forge-field.ts'

/** What the checks of a file find. */
export interface Verdict {
  /** The first wrong claim, or why the file is refused; `null` when all agrees. */
  wrong: string | null
  /** The claims that could not be decided. */
  undecided: string[]
  /** Remarks. */
  noted: string[]
}

/** Verifies a file as the command does, from its JSON on; by default the file alone. */
export async function verify<T>(
  format: VerifiedFormat<T>,
  file: T,
  sources: Sources | FlowReader | null = OFFLINE,
): Promise<Verdict & { proven: string[] }> {
  const found = { undecided: [] as string[], noted: [] as string[], proven: [] as string[] }
  const report = {
    checking: () => {},
    proven: (claim: string) => found.proven.push(claim),
    noted: (note: string) => found.noted.push(note),
    undecided: (because: string) => found.undecided.push(because),
  }
  const used =
    sources !== null && 'openScratch' in sources ? sources : { ...OFFLINE, flow: sources }
  try {
    const parsed = format.parse('It', JSON.parse(JSON.stringify(file)))
    const difference = await format.verify(parsed, used, report)
    return { wrong: difference && formatDifference(difference), ...found }
  } catch (error) {
    if (!(error instanceof FatalError)) throw error
    return { wrong: error.message, ...found }
  }
}

/** What a true file gives. */
export const AGREES = { wrong: null, undecided: [], noted: [] }

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

/** Where a forged field is found when its own entry is right by itself: `$1` is the group of the path; `[]` is any place of a list. */
const FOUND_IN: readonly (readonly [RegExp, string])[] = [
  [/^(entries\[\d+\])\./, '$1.hash'],
  [/^(entries\[\d+\]\.message)\./, '$1'],
  [/^caseId$/, 'entries[0].hash'],
  [/^(evidence\[\d+\]\.|)inputs\b/, '$1evidenceHash'],
  [/^evidence\[\d+\]\.(?:coverage\.)?(version|score|toHeight)$/, 'entries[].details.$1'],
  [/^evidence\[\d+\]\.(reasons)\b/, 'entries[].text.$1'],
  [/^(evidence)\[\d+\]\.evidenceHash$/, '$1'],
]

/** What is wrong with the order of a list, or twice in it, is found at another place of the list. */
const IS_ABOUT_ORDER = /, given twice|is given twice|the (?:one|message) before it|\.id should be/

/** Returns whether a sentence names the entry of the field, by its place in every list, or where such a field is found. */
export function isFieldNamed(path: string, sentence: string): boolean {
  const field = path.replace(/\.length$/, '')
  const [entry = ''] = /^.*\]/.exec(field) ?? /^\w+/.exec(field) ?? []
  const holders = FOUND_IN.flatMap(([of, place]) => {
    const match = of.exec(path)
    return match === null ? [] : [place.replace('$1', match[1] ?? '')]
  })
  if (IS_ABOUT_ORDER.test(sentence)) holders.push(toFieldName(entry).replace(/\[\]$/, ''))
  return listNamedPlaces(sentence).some(
    (place) =>
      isWithin(place, entry) ||
      (isWithin(field, place) && /^\w+\[/.test(place) === /^\w+\[/.test(field)) ||
      holders.some((holder) => isWithin(place, holder) || isWithin(toFieldName(place), holder)),
  )
}

const isWithin = (inner: string, outer: string) =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)

/** Lists what a sentence is about, and the paths in it; those of schemas have places of lists after a point. */
function listNamedPlaces(sentence: string): string[] {
  const problem = sentence.replace(/^It is not .* can read: /, '')
  const [, missing] = / must have required properties (\w+)/.exec(problem) ?? []
  const names = problem.replaceAll(/\.(\d+)(?=[. ])/g, '[$1]').match(NAME) ?? []
  const paths = names.filter((name, index) => index === 0 || /[.[]/.test(name))
  return missing === undefined ? paths : [...paths, missing]
}

const NAME = /[A-Za-z]\w*(?:\[\d+\]|\.\w+)*/g
