import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '@app/api/routes/routes.ts'
import { ACCOUNT_EVENT_FACTS, ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import { FACTORS } from '@app/values/factor.ts'
import { NETWORK_NAMES } from '@app/values/network.ts'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'
import { listFiles } from './list-files.ts'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Files by change, from the table in CONTRIBUTING.md, with the number that it states. */
const CHANGES = new Map(
  [...readText('CONTRIBUTING.md').matchAll(/^\| (a .+?) \| (\d+) \| (.+) \|$/gm)].map(
    ([, change = '', count, cell = '']) => [
      change,
      { count: Number(count), files: [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path) },
    ],
  ),
)

/** Hand-written sources and documents; tests may list what they expect. */
const SOURCES = listFiles()
  .filter((path) => /\.(tsx?|mjs|cdc|sql|md|go)$/.test(path))
  .filter((path) => !/\.test\.tsx?$|\.generated\.|\/tests?\/|\/testing\/|\/stories\//.test(path))
  // Applied migrations never change.
  .filter((path) => !path.startsWith('apps/server/src/db/migrations/'))
  .map((path) => ({ path, text: readText(path) }))

/** An identifier, a column or a string. */
const asWord = (name: string) => new RegExp(`(?<![\\w/-])${name}(?![\\w/-])`)
/** A string, a property, or a choice of a command line. */
const asLiteral = (name: string) =>
  new RegExp(`['"|\`]${name}['"|\`]|^ *${name}:|[{,] ${name}[,:]`, 'm')
const asLink = (page: string) => new RegExp(`['"\`]/${page}['"\`]`)
const asPageImport = (page: string) => new RegExp(`/${page}-page\\.tsx'`)

const PAGES = listFiles('apps/web/src/pages').flatMap(
  (path) => /\/([\w-]+)\/\1-page\.tsx$/.exec(path)?.[1] ?? [],
)

const LINKED_PAGES = PAGES.filter((page) => page !== 'home' && page !== 'not-found')

const REPORTED_EVENTS = ACCOUNT_EVENTS.flatMap(({ kind, isReported }) => (isReported ? kind : []))

/** A file with more than two thirds of the names is a table of them. */
test.each([
  ['a new account event', ACCOUNT_EVENTS.map(({ kind }) => kind), asWord],
  ['a new account event', REPORTED_EVENTS, asWord],
  ['a new account event', ACCOUNT_EVENT_FACTS, asWord],
  ['a new network', NETWORK_NAMES, asLiteral],
  ['a new page', LINKED_PAGES, asLink],
  ['a new page', PAGES, asPageImport],
  ['a new API call', ROUTES.map(({ operationId }) => operationId), asWord],
  ['a seventh factor', FACTORS, asWord],
] as const)('%s has no other table of %j', (change, names, toPattern) => {
  const allowed = CHANGES.get(change)?.files ?? []
  const patterns = names.map(toPattern)
  const problems = SOURCES.filter(({ path }) => !allowed.includes(path)).flatMap(
    ({ path, text }) => {
      const count = patterns.filter((pattern) => pattern.test(text)).length
      if (count <= (names.length * 2) / 3) return []
      return `${path} lists ${count} of ${names.length}, such as ${names[0]}: derive them, or add the file to "${change}" in CONTRIBUTING.md.`
    },
  )
  expect(problems).toEqual([])
})

test('CONTRIBUTING.md counts the files that it names, within the limits', () => {
  const counts = [...CHANGES].map(([change, { files }]) => [change, files.length])
  expect([...CHANGES].map(([change, { count }]) => [change, count])).toEqual(counts)
  expect(Object.fromEntries(counts)).toEqual({
    'a new account event': 3,
    'a new network': 3,
    'a new page': 3,
    'a new API call': 2,
    'a seventh factor': 8,
  })
})

test('every route that a file defines is in the API', () => {
  const defined = SOURCES.filter(({ path }) => path.startsWith('packages/api/src/routes/')).flatMap(
    ({ text }) => [...text.matchAll(/^ {2}operationId: '(\w+)'/gm)].map(([, id]) => id),
  )
  expect(defined.sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort())
})

test('every network that a file defines is in the registry', () => {
  const defined = listFiles('packages/values/src/networks')
    .map((path) => path.replace(/^.*\/|\.ts$/g, ''))
    .filter((name) => name !== 'network')
  expect(defined.sort()).toEqual([...NETWORK_NAMES].sort())
})
