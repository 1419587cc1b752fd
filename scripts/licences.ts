// Checks the licences of all dependencies and writes docs/build/licences.md: npm run licences

import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, TOOLBOX_SOURCE_DIR } from './set-up/paths.mjs'
import { readCommandOutput } from './set-up/run-child.mjs'

interface Licensed {
  name: string
  /** `unknown` when none is stated. */
  licence: string
}

/** Licences that ask for no more than a notice. */
const PERMISSIVE = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'BSD', 'CC0-1.0'],
  ...['ISC', 'MIT', 'Python-2.0', 'Unlicense', 'WTFPL', 'Zlib'],
]

const FILE_COPYLEFT = 'the copyleft is that of its own files, which are used unchanged'
const FONT = 'a font, which may be served with an application'
const DEVELOPMENT = 'part of secretlint, which only checks these files and is not distributed'
const TOOLBOX = 'only in the Flow tools, which are built where they run and are not distributed'
const IN_SOURCE = 'MIT, as its source files state; it has no file of a licence'

/**
 * Why packages and modules with any other licence may be used. A name that ends with `*` stands for all that begin so.
 */
export const EXCEPTIONS = {
  npm: {
    '@axe-core/playwright': FILE_COPYLEFT,
    '@onflow/rlp': FILE_COPYLEFT,
    '@resvg/resvg-js*': FILE_COPYLEFT,
    'axe-core': FILE_COPYLEFT,
    'lightningcss*': FILE_COPYLEFT,
    'web-push': FILE_COPYLEFT,
    binaryextensions: DEVELOPMENT,
    editions: DEVELOPMENT,
    istextorbinary: DEVELOPMENT,
    'spdx-exceptions': DEVELOPMENT,
    textextensions: DEVELOPMENT,
    'version-range': DEVELOPMENT,
    '@fontsource-variable/noto-emoji': FONT,
    '@fontsource/noto-sans-symbols-2': FONT,
    'inter-ui': FONT,
    '@walletconnect/*':
      'the WalletConnect Community License, which comes with FCL: free for applications, which must show its notice where they offer WalletConnect',
  },
  go: {
    'github.com/ethereum/go-ethereum': TOOLBOX,
    'github.com/onflow/flow-go': TOOLBOX,
    'github.com/onflow/go-ethereum': TOOLBOX,
    'github.com/hashicorp/*': FILE_COPYLEFT,
    'github.com/google/go-dap': 'required by a module, but never compiled, so not downloaded',
    'github.com/holiman/bloomfilter/v2': IN_SOURCE,
    'github.com/ipfs/bbloom': IN_SOURCE,
    'github.com/onflow/sdks':
      'texts of the Flow project without a licence; only in the Flow tools, which are not distributed',
  },
} satisfies Record<string, Readonly<Record<string, string>>>

type Exceptions = Readonly<Record<string, string>>

/** Lists what is neither permissive, by its SPDX expression of names with AND and OR, nor an exception. */
export const listRefused = (dependencies: readonly Licensed[], exceptions: Exceptions) =>
  dependencies.filter(
    ({ name, licence }) => !isPermissive(licence) && findException(name, exceptions) === undefined,
  )

function isPermissive(licence: string): boolean {
  const alternatives = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return alternatives.some((all) => all.split(' AND ').every((name) => PERMISSIVE.includes(name)))
}

export const findException = (name: string, exceptions: Exceptions): string | undefined =>
  Object.entries(exceptions).find(([pattern]) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  )?.[1]

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

/** Lists the modules that a go.mod requires, directly or not, with their versions, by name. */
const listGoModules = (goMod: string): { name: string; version: string }[] =>
  [...goMod.matchAll(/^(?:require )?\t?(\S+\.\S+) (v\S+)(?: \/\/ indirect)?$/gm)]
    .map(([, name = '', version = '']) => ({ name, version }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

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
async function readGoLicences(goMod: string): Promise<Licensed[]> {
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

const HEAD = `<!-- Made by \`npm run licences\`: change scripts/licences.ts, not this. -->

# Licences of dependencies

A test fails when this page is not that of package-lock.json and of the Go modules, or a package has a licence that is neither permissive nor an exception with a reason. \`npm run licences\` writes the page again, and refuses such Go modules too; it reads their licences from Go's cache, so build the Flow tools first. \`go version -m .dharma/bin/toolbox\` prints the modules of the Flow tools; the packages of npm, as CycloneDX:

\`\`\`sh
npm run --silent sbom
\`\`\`
`

/** Renders how many packages there are of each licence, and why those that are not permissive may be used. */
export const renderNpmLicences = (npm: readonly Licensed[]): string =>
  `${HEAD}\n## npm packages\n\n${renderDependencies(npm, EXCEPTIONS.npm)}\n`

/** Renders the heading of the Go modules, which changes with any of them, so that a new one is noticed without Go. */
export const renderGoHeading = (goMod: string): string => {
  const modules = listGoModules(goMod).map(({ name, version }) => `${name}@${version}\n`)
  const hash = createHash('sha256').update(modules.join('')).digest('hex')
  return `\n## Go modules of the Flow tools\n\nThe ${modules.length} modules of go.mod whose list has the SHA-256 ${hash}.\n\n`
}

function renderDependencies(dependencies: readonly Licensed[], exceptions: Exceptions): string {
  const [permissive, others] = [true, false].map((wanted) =>
    dependencies.filter(({ licence }) => isPermissive(licence) === wanted),
  )
  const counts = [...Map.groupBy(permissive ?? [], ({ licence }) => licence)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, all]) => `${all.length} ${licence}`)
  const byReason = Map.groupBy(
    others ?? [],
    ({ name, licence }) => `${licence}, ${findException(name, exceptions)}`,
  )
  const reasons = [...byReason]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, all]) => `- ${all.map(({ name }) => name).join(', ')}: ${reason}.`)
  return [
    `Permissive: ${counts.join(', ')}.`,
    '\nNot permissive, and why they may be used:\n',
    ...reasons,
  ].join('\n')
}

if (import.meta.main) {
  const npm = listNpmLicences(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')))
  const goMod = await readFile(join(TOOLBOX_SOURCE_DIR, 'go.mod'), 'utf8')
  const go = await readGoLicences(goMod)
  const refused = [...listRefused(npm, EXCEPTIONS.npm), ...listRefused(go, EXCEPTIONS.go)]
  for (const { name, licence } of refused) console.error(`${name}: ${licence} is not permissive.`)
  if (refused.length > 0) throw new Error('Remove them, or add exceptions with reasons.')
  const page = `${renderNpmLicences(npm)}${renderGoHeading(goMod)}${renderDependencies(go, EXCEPTIONS.go)}\n`
  await writeFile(join(ROOT, 'docs/build/licences.md'), page)
  console.log('Wrote docs/build/licences.md.')
}
