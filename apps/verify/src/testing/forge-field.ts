import { createSeededRandom } from '@app/score/testing/seeded-random.ts'

/** A file in which one field was changed. */
export interface FieldForgery<T> {
  file: T
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
export function* forgeFields<T>(
  file: T,
  { seed, times }: { seed: number; times: number },
): Generator<FieldForgery<T>> {
  const random = createSeededRandom(seed)
  const pick = <V>(all: readonly V[]): V => all[Math.floor(random() * all.length)] as V
  const places = listPlaces(file as Json)
  const original = JSON.stringify(file)
  for (const alike of Map.groupBy(places, ({ path }) => toFieldName(formatPath(path))).values()) {
    const seen = new Set<string>([original])
    for (let count = 0; count < times; count += 1) {
      const place = pick(alike)
      const [change, replace] = pick(listChanges(place.value, pick(alike).value, random))
      const forged: T = JSON.parse(original)
      const path = replace(forged as Json, place.path)
      const json = JSON.stringify(forged)
      if (seen.has(json)) continue
      seen.add(json)
      yield { file: forged, path: formatPath(path), change }
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

/** Changes a file at a path and returns the path of what it changed. */
type Replace = (file: Json, path: Step[]) => Step[]

function listChanges(value: Json, other: Json, random: () => number): [string, Replace][] {
  const set = (next: Json): [string, Replace] => [
    JSON.stringify(next).slice(0, 80),
    (file, path) => {
      const holder = getHolder(file, path)
      Reflect.set(holder, path.at(-1) ?? '', structuredClone(next))
      return path
    },
  ]
  return [
    ['left out', leaveOut],
    set(other),
    ...(value === null ? [set('x'), set(0), set({})] : [set(null)]),
    ...listOwnChanges(value, random).map((change) =>
      Array.isArray(change) ? change : set(change.to),
    ),
  ]
}

const leaveOut: Replace = (file, path) => {
  const holder = getHolder(file, path)
  const last = path.at(-1) ?? ''
  if (!Array.isArray(holder)) Reflect.deleteProperty(holder, last)
  else holder.splice(Number(last), 1)
  return Array.isArray(holder) ? [...path.slice(0, -1), 'length'] : path
}

const getHolder = (file: Json, path: readonly Step[]): object =>
  path.slice(0, -1).reduce((inner, step) => Reflect.get(inner as object, step), file) as object

function listOwnChanges(value: Json, random: () => number): ({ to: Json } | [string, Replace])[] {
  if (typeof value === 'boolean') return [{ to: !value }, { to: String(value) }]
  if (typeof value === 'number') {
    return [value + 1, value - 1, 2 * value + 1, value + 0.5, -value, String(value)].map((to) => ({
      to,
    }))
  }
  if (typeof value === 'string') {
    const at = Math.floor(random() * value.length)
    const next = changeCharacter(value.charAt(at))
    return [
      { to: value.slice(0, at) + next + value.slice(at + 1) },
      { to: value.slice(0, -1) },
      { to: `${value}0` },
      { to: value.toUpperCase() },
      { to: '' },
      { to: Number(value.slice(0, 3)) || 0 },
    ]
  }
  if (Array.isArray(value)) return LIST_CHANGES.map((change) => change(random))
  return value === null ? [] : [['a field added', addField]]
}

const addField: Replace = (file, path) => {
  const holder = [...path, 'note'].slice(0, -1)
  const target = holder.reduce((inner: unknown, step) => Reflect.get(inner as object, step), file)
  Reflect.set(target as object, 'note', 'It is so.')
  return [...path, 'note']
}

/** Another character of the same kind. */
function changeCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (/[0-8a-eA-Yf-y]/.test(character)) return String.fromCharCode(code + 1)
  return /\d/.test(character) ? '0' : 'a'
}

const LIST_CHANGES: ((random: () => number) => [string, Replace])[] = [
  () => ['reversed', editList((list) => list.reverse())],
  () => ['empty', editList((list) => list.splice(0))],
  (random) => [
    'an entry twice',
    editList((list) => {
      const at = Math.floor(random() * list.length)
      list.splice(at, 0, ...structuredClone(list.slice(at, at + 1)))
    }),
  ],
  (random) => [
    'an entry moved to the end',
    editList((list) => {
      list.push(...list.splice(Math.floor(random() * list.length), 1))
    }),
  ],
]

const editList =
  (edit: (list: Json[]) => unknown): Replace =>
  (file, path) => {
    edit(Reflect.get(getHolder(file, path), path.at(-1) ?? '') as Json[])
    return [...path, 'length']
  }
