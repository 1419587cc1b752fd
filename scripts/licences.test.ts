import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  EXCEPTIONS,
  findException,
  listNpmLicences,
  listRefused,
  renderGoHeading,
  renderNpmLicences,
} from './licences.ts'
import { ROOT } from './set-up/paths.mjs'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const PAGE = readText('docs/build/licences.md')
const NPM = listNpmLicences(JSON.parse(readText('package-lock.json')))

describe('the page of licences', () => {
  it('is that of all packages and Go modules: run npm run licences after a change', () => {
    const goHeading = renderGoHeading(readText('tools/toolbox/go.mod'))
    expect(PAGE.startsWith(renderNpmLicences(NPM) + goHeading)).toBe(true)
    expect(Number(/The (\d+) modules/.exec(goHeading)?.[1])).toBeGreaterThan(100)
  })

  it('has every reason why a Go module may be used, and the modules of no other', () => {
    const [, go = ''] = PAGE.split('## Go modules')
    const used = go.match(/^- .*$/gm) ?? []
    for (const [pattern, reason] of Object.entries(EXCEPTIONS.go)) {
      const name = pattern.replace('*', '')
      expect(
        used.filter((line) => line.includes(name) && line.endsWith(`, ${reason}.`)),
      ).toHaveLength(1)
    }
    expect(used.filter((line) => line.endsWith(', undefined.'))).toEqual([])
  })
})

describe('a package', () => {
  it('has a permissive licence or a stated exception', () => {
    expect(listRefused(NPM, EXCEPTIONS.npm)).toEqual([])
  })

  it.each([
    ['GPL-3.0', 1],
    ['AGPL-3.0-or-later', 1],
    ['unknown', 1],
    ['SEE LICENSE IN LICENSE.md', 1],
    ['(MIT AND GPL-2.0)', 1],
    ['MIT', 0],
    ['(MIT OR GPL-2.0)', 0],
    ['(BSD-3-Clause AND Apache-2.0)', 0],
  ])('with %s is refused %i times', (licence, count) => {
    expect(listRefused([{ name: 'new', licence }], EXCEPTIONS.npm)).toHaveLength(count)
  })

  it('is used, if it is an exception', () => {
    const isUsed = (pattern: string) =>
      NPM.some(({ name }) => findException(name, { [pattern]: 'x' }) !== undefined)
    expect(Object.keys(EXCEPTIONS.npm).filter((pattern) => !isUsed(pattern))).toEqual([])
  })
})
