import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NODE_BINARY, ROOT, resolvePackageScript } from '../set-up/paths.mjs'
import { cruiseTree } from './testing/cruise-tree.ts'

/** A package that exports all of its files, as ours do, and a program that uses one of its functions. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "root", "workspaces": ["packages/*", "apps/*"] }',
  'packages/values/package.json':
    '{ "name": "@app/values", "type": "module", "exports": { "./*": "./src/*" } }',
  'packages/values/src/used.ts':
    'export const used = 1\nexport const unused = 2\nexport interface UnusedShape { a: string }\n',
  'packages/values/src/used.test.ts': "import './only-tested.ts'\n",
  'packages/values/src/only-tested.ts': 'globalThis.name\n',
  'packages/values/src/orphan.ts': 'export const orphan = 3\n',
  'packages/values/src/silent-orphan.ts': 'globalThis.name\n',
  'apps/lab/package.json': '{ "name": "@app/lab", "dependencies": { "@app/values": "0.1.0" } }',
  'apps/lab/src/main.ts':
    "import { used } from '@app/values/used.ts'\nglobalThis.name = String(used)\n",
}

let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'dharma-unused-'))
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), text)
  }
  await mkdir(join(tree, 'node_modules/@app'), { recursive: true })
  await symlink(join(tree, 'packages/values'), join(tree, 'node_modules/@app/values'))
  await copyFile(join(ROOT, 'knip.json'), join(tree, 'knip.json'))
})
afterAll(() => rm(tree, { recursive: true }))

it('knip reports exports that no other file uses, also of a package', async () => {
  const { issues } = JSON.parse(await runKnip())
  const found = issues.flatMap((issue: KnipIssue) =>
    [...issue.exports, ...issue.types].map(({ name }) => `${issue.file}: ${name}`),
  )
  expect(found.sort()).toEqual([
    'packages/values/src/orphan.ts: orphan',
    'packages/values/src/used.ts: UnusedShape',
    'packages/values/src/used.ts: unused',
  ])
})

interface KnipIssue {
  file: string
  exports: { name: string }[]
  types: { name: string }[]
}

/** Knip ends with 1 when it reports something. */
const runKnip = (): Promise<string> =>
  new Promise((resolve) => {
    const args = [resolvePackageScript('knip/bin/knip.js'), '--directory', tree]
    execFile(NODE_BINARY, [...args, '--reporter', 'json'], (_, stdout) => resolve(stdout))
  })

it('the walls report files that no program reaches, with and without exports', async () => {
  const violations = await cruiseTree(tree)
  const unused = violations.filter(({ rule }) => rule.name === 'unused-file')
  expect(unused.map(({ from }) => from).sort()).toEqual([
    'packages/values/src/only-tested.ts',
    'packages/values/src/orphan.ts',
    'packages/values/src/silent-orphan.ts',
  ])
})
