import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCommandOutput } from '../set-up/read-command-output.mjs'
import { listGoModules } from './list-go-modules.mjs'

/**
 * What the texts of licences say. One may name others further on: the first counts.
 * @type {[string, RegExp][]}
 */
const TEXTS = [
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

/**
 * Reads the licences of the Go modules from Go's cache of modules.
 * @param {string} goMod text of go.mod
 * @returns {Promise<import('./list-npm-licences.mjs').Licensed[]>} `unknown` for a module that is not in the cache
 */
export async function readGoLicences(goMod) {
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

/** In the cache, `!a` stands for `A`. @param {string} name */
const escapeCapitals = (name) => name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)

/** @param {string} directory of a module */
async function readLicence(directory) {
  const names = await readdir(directory).catch(() => [])
  const file = names.find((name) => /^(licen[cs]e|copying|unlicense)/i.test(name))
  if (file === undefined) return 'unknown'
  const text = await readFile(join(directory, file), 'utf8').catch(() => '')
  const found = TEXTS.map(([licence, pattern]) => ({ licence, at: text.search(pattern) }))
  const [first] = found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)
  return first?.licence ?? 'unknown'
}
