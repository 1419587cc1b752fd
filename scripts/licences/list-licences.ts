import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCommandOutput } from '../set-up/run-child.mjs'

export interface Licensed {
  name: string
  /** `unknown` when none is stated. */
  licence: string
}

interface LockFile {
  packages: Record<string, { license?: string; link?: boolean; cpu?: string[] }>
}

/**
 * Lists the installed packages with their licences, by name. A build of a package for one platform has the licence of
 * that package, and is not listed.
 */
export function listNpmLicences({ packages }: LockFile): Licensed[] {
  const installed = Object.entries(packages).filter(
    ([path, { link, cpu }]) => path.includes('node_modules/') && !link && cpu === undefined,
  )
  const byName = new Map(
    installed.map(([path, { license = 'unknown' }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return [`${name} ${license}`, { name, licence: license }]
    }),
  )
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Lists the modules that a go.mod requires, directly or not, by name.
 */
export function listGoModules(goMod: string): { name: string; version: string }[] {
  const required = [...goMod.matchAll(/^(?:require )?\t?(\S+\.\S+) (v\S+)(?: \/\/ indirect)?$/gm)]
  return required
    .map(([, name = '', version = '']) => ({ name, version }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** What the texts of licences say. One may name others further on: the first counts. */
const TEXTS: readonly [licence: string, pattern: RegExp][] = [
  ['AGPL-3.0', /GNU AFFERO GENERAL PUBLIC LICENSE/i],
  ['LGPL-3.0', /GNU LESSER GENERAL PUBLIC LICENSE/i],
  ['GPL-3.0', /GNU GENERAL PUBLIC LICENSE/i],
  ['MPL-2.0', /Mozilla Public License/i],
  ['Apache-2.0', /Apache License|apache\.org\/licenses\/LICENSE-2\.0/i],
  ['Unlicense', /free and unencumbered software/i],
  ['CC0-1.0', /CC0 1\.0|dedicated.*public domain/is],
  ['WTFPL', /DO WHAT THE FUCK YOU WANT/i],
  ['MIT', /Permission is hereby granted,\s+free\s+of\s+charge/i],
  ['BSD', /Redistribution\s+and\s+use\s+in\s+source/i],
  ['ISC', /Permission to use, copy, modify/i],
]

/** Reads the licences of the modules of a go.mod from Go's cache of modules: `unknown` for one that is not there. */
export async function readGoLicences(goMod: string): Promise<Licensed[]> {
  const cache = await readCommandOutput('go', ['env', 'GOMODCACHE'])
  if (cache === undefined)
    throw new Error('The licences of the Go modules cannot be read: install Go 1.26 or newer.')
  return Promise.all(
    listGoModules(goMod).map(async ({ name, version }) => ({
      name,
      licence: await readLicence(join(cache, `${escapeCapitals(name)}@${escapeCapitals(version)}`)),
    })),
  )
}

/** In the cache, `!a` stands for `A`. */
const escapeCapitals = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)

async function readLicence(directory: string): Promise<string> {
  const names = await readdir(directory).catch(() => [])
  const file = names.find((name) => /^(licen[cs]e|copying|unlicense)/i.test(name))
  if (file === undefined) return 'unknown'
  const text = await readFile(join(directory, file), 'utf8').catch(() => '')
  const found = TEXTS.map(([licence, pattern]) => ({ licence, at: text.search(pattern) }))
  const [first] = found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)
  return first?.licence ?? 'unknown'
}
