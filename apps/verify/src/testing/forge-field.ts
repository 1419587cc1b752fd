import { createSeededRandom } from '@app/score/testing/seeded-random.ts'

/** A file in which one field was changed. */
interface FieldForgery {
  file: unknown
  /** Path of what was changed, such as entries[2].at; it ends in `length` where a list was. */
  path: string
  /** How the field was changed, for a message. */
  change: string
}

type Step = string | number
type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

interface Place {
  path: Step[]
  value: Json
}

/** Returns the path with `[]` for each place of a list: that of the field in every entry. */
export const toFieldName = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]')

/** Forges every kind of field of a file so many times, always the same ways for the same seed. */
export function* forgeFields(
  file: unknown,
  { seed, times }: { seed: number; times: number },
): Generator<FieldForgery> {
  const random = createSeededRandom(seed)
  const pick = <V>(all: readonly V[]): V => all[Math.floor(random() * all.length)] as V
  const places = listPlaces(file as Json)
  const original = JSON.stringify(file)
  for (const alike of Map.groupBy(places, ({ path }) => toFieldName(formatPath(path))).values()) {
    const seen = new Set<string>([original])
    for (let count = 0; count < times; count += 1) {
      const { path, value } = pick(alike)
      const next = pick([LEFT_OUT, pick(alike).value, ...listChanges(value, random)])
      const forged: Json = JSON.parse(original)
      const changed = replace(forged, path, next)
      const json = JSON.stringify(forged)
      if (seen.has(json)) continue
      seen.add(json)
      const place = formatPath(Array.isArray(value) ? [...path, 'length'] : changed)
      yield { file: forged, path: place, change: JSON.stringify(next)?.slice(0, 80) ?? 'left out' }
    }
  }
}

function listPlaces(value: Json, path: Step[] = []): Place[] {
  const inside =
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, inner]) =>
          listPlaces(inner, [...path, Array.isArray(value) ? Number(name) : name]),
        )
  return path.length === 0 ? inside : [{ path, value }, ...inside]
}

const formatPath = (path: readonly Step[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')

const LEFT_OUT = undefined

/** Sets what is at a path, or leaves it out. Returns the path of what changed. */
function replace(file: Json, path: Step[], next: Json | typeof LEFT_OUT): Step[] {
  const holder = path
    .slice(0, -1)
    .reduce<object>((inner, step) => Reflect.get(inner, step), file as object)
  const last = path.at(-1) ?? ''
  if (next !== LEFT_OUT) Reflect.set(holder, last, structuredClone(next))
  else if (!Array.isArray(holder)) Reflect.deleteProperty(holder, last)
  else {
    holder.splice(Number(last), 1)
    return [...path.slice(0, -1), 'length']
  }
  return path
}

function listChanges(value: Json, random: () => number): Json[] {
  if (value === null) return ['x', 0, {}]
  if (typeof value === 'boolean') return [null, !value, String(value)]
  if (typeof value === 'number') {
    return [null, value + 1, value - 1, 2 * value + 1, value + 0.5, -value, String(value)]
  }
  if (typeof value === 'string') return [null, ...listTextChanges(value, random)]
  if (!Array.isArray(value)) return [null, { ...value, note: 'It is so.' }]
  const at = Math.floor(random() * value.length)
  const [one, others] = [value.slice(at, at + 1), value.toSpliced(at, 1)]
  return [null, value.toReversed(), [], value.toSpliced(at, 0, ...one), [...others, ...one]]
}

function listTextChanges(text: string, random: () => number): Json[] {
  const at = Math.floor(random() * text.length)
  const other = text.slice(0, at) + changeCharacter(text.charAt(at)) + text.slice(at + 1)
  const number = Number(text.slice(0, 3)) || 0
  return [other, text.slice(0, -1), `${text}0`, text.toUpperCase(), '', number]
}

/** Another character of the same kind. */
function changeCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (/[0-8a-eA-Yf-y]/.test(character)) return String.fromCharCode(code + 1)
  return /\d/.test(character) ? '0' : 'a'
}
