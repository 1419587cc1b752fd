import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildSampleArchive } from '../testing/build-sample-archive.ts'

const DOCUMENT = join(import.meta.dirname, '../../../../docs/use/verify.md')

/** Runs the script of the documentation with a file, a proposal and a vote. */
async function checkByHand(json: string, vote: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-by-hand-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [, script = ''] =
    /## One vote by hand[\s\S]*?```js\n([\s\S]*?)```/.exec(await readFile(DOCUMENT, 'utf8')) ?? []
  await writeFile(join(folder, 'check-vote.mjs'), script)
  await writeFile(join(folder, 'votes.json'), json)
  const args = ['check-vote.mjs', 'votes.json', '0', `${vote}`]
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
}

it('the documented script accepts the signatures of both curves', async () => {
  const json = JSON.stringify({ data: buildSampleArchive() })
  expect(await checkByHand(json, 0)).toMatch(/^Dharma Guard vote\n[\s\S]*\nweight 1000: valid\n$/)
  expect(await checkByHand(json, 1)).toMatch(/\nweight 500: valid\nweight 500: valid\n$/)
})

it('and rejects them for another text', async () => {
  const json = JSON.stringify(buildSampleArchive()).replaceAll('Choice: for', 'Choice: against')
  expect(await checkByHand(json, 1)).toContain('weight 500: INVALID')
})
