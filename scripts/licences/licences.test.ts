import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addGoModules } from '../sbom.ts'
import { ROOT } from '../set-up/paths.mjs'
import { listGoModules, listNpmLicences } from './list-licences.ts'
import { EXCEPTIONS, findException, GO_EXCEPTIONS, isPermissive } from './policy.ts'
import { type Dependencies, listLicensed, renderLicences } from './render-licences.ts'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const DEPENDENCIES: Dependencies = JSON.parse(readText('scripts/licences/licences.generated.json'))
const GO = listLicensed(DEPENDENCIES.go)

const NPM = listNpmLicences(JSON.parse(readText('package-lock.json')))
const GO_MOD = readText('tools/toolbox/go.mod')

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

const listRefused = (listed: typeof NPM, exceptions: Record<string, string>) =>
  listed.filter(
    ({ name, licence }) => !isPermissive(licence) && findException(name, exceptions) === undefined,
  )

describe('the list of licences', () => {
  it('has every npm package with its licence: run npm run licences after a change', () => {
    expect(listLicensed(DEPENDENCIES.npm).sort(byName)).toEqual([...NPM].sort(byName))
  })

  it('has every Go module of the Flow tools', () => {
    const names = listGoModules(GO_MOD).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(100)
    expect(GO.map(({ name }) => name).sort()).toEqual(names.sort())
  })

  it('is what docs/build/licences.md sums up', () => {
    expect(readText('docs/build/licences.md')).toBe(renderLicences(DEPENDENCIES))
  })
})

describe('no dependency', () => {
  it('has a licence that is neither permissive nor a stated exception', () => {
    expect(listRefused(NPM, EXCEPTIONS)).toEqual([])
    expect(listRefused(GO, GO_EXCEPTIONS)).toEqual([])
  })

  it.each([
    'GPL-3.0',
    'AGPL-3.0-or-later',
    'unknown',
    'SEE LICENSE IN LICENSE.md',
    '(MIT AND GPL-2.0)',
  ])('passes with %s', (licence) => {
    expect(listRefused([{ name: 'new', licence }], EXCEPTIONS)).toHaveLength(1)
  })

  it.each(['MIT', '(MIT OR GPL-2.0)', '(BSD-3-Clause AND Apache-2.0)'])(
    'is refused for %s',
    (licence) => {
      expect(listRefused([{ name: 'new', licence }], EXCEPTIONS)).toEqual([])
    },
  )

  it('is an exception that is no longer used', () => {
    const isUsed = (listed: typeof NPM) => (pattern: string) =>
      listed.some(({ name }) => findException(name, { [pattern]: 'x' }) !== undefined)
    expect(Object.keys(EXCEPTIONS).filter((name) => !isUsed(NPM)(name))).toEqual([])
    expect(Object.keys(GO_EXCEPTIONS).filter((name) => !isUsed(GO)(name))).toEqual([])
  })
})

it('the bill of materials has the Go modules by their package URLs', () => {
  const goMod =
    'module x\n\nrequire (\n\tgithub.com/a/B/v2 v2.0.1\n\tb.org/c v0.1.0 // indirect\n)\n'
  expect(addGoModules({ components: [{ name: 'p' }] }, goMod).components).toMatchObject([
    { name: 'p' },
    { purl: 'pkg:golang/b.org/c@v0.1.0' },
    { purl: 'pkg:golang/github.com/a/B/v2@v2.0.1' },
  ])
})
