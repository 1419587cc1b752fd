import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildSampleCase } from '../testing/build-sample-case.ts'
import { buildSampleEvidence } from '../testing/build-sample-evidence.ts'
import { forgeCase, getEntry } from '../testing/forge-case.ts'
import { runVerify, saveFile } from '../testing/run-verify.ts'

const run = (args: string[]) => runVerify(['case', ...args])

describe('verifying a case file alone', () => {
  it('exits with 3, and prints what agrees and what was not checked', async () => {
    const path = await saveFile(JSON.stringify({ data: buildSampleCase(), meta: {} }))
    const { code, output, errors } = await run([path, '--offline'])
    expect([code, errors]).toEqual([3, ''])
    expect(output.match(/ {2}proven /g)).toHaveLength(15)
    expect(output).toContain('unchecked  entries.length: whether later entries were left out')
    const citations = buildSampleEvidence().reasons.length
    expect(output).toMatch(
      new RegExp(
        `\\n29 entries: everything that was checked agrees; not checked: ${citations} citations\\.\\n$`,
      ),
    )
  })

  it('names a withheld text and exits with 3', async () => {
    const withheld = { at: '2026-03-01T12:00:00.000Z', reason: 'It names\nsomebody.' }
    const file = forgeCase((changed) =>
      Object.assign(getEntry(changed, 'appeal'), { text: null, withheld }),
    )
    const { code, output } = await run([await saveFile(JSON.stringify(file)), '--offline'])
    expect(code).toBe(3)
    expect(output).toMatch(/ {2}note {7}The operator withholds texts.*It names somebody\.\n/)
  })

  it('exits with 1 and prints the first wrong claim', async () => {
    const json = JSON.stringify(buildSampleCase()).replace('"votesFor":3', '"votesFor":4')
    const { code, output } = await run([await saveFile(json), '--offline'])
    expect(code).toBe(1)
    expect(output).toMatch(/ {2}WRONG {6}entries\[8\]\.hash should be .*\nNot verified\.\n$/)
  })
})

describe('a file that is no case file', () => {
  it.each([
    ['half a file', '{', 'is not JSON: expected a name in double quotes at line 1, column 2.'],
    ['a vote archive', '{"format":"dharma-guard-votes/1"}', 'is not a case file that'],
    [
      'a field twice',
      JSON.stringify(buildSampleCase()).replace('{', '{"outcome":"denied",'),
      "it has the field 'outcome' twice.",
    ],
    [
      'an unknown field',
      JSON.stringify({ ...buildSampleCase(), verdict: 'guilty' }),
      'verdict is unknown.',
    ],
  ])('exits with 1 and a sentence when it contains %s', async (_, content, sentence) => {
    const { code, errors } = await run([await saveFile(content), '--offline'])
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })
})

it.each([
  [[], 'Give one file.'],
  [['a.json', '--offline', '--node', 'http://127.0.0.1:9'], '--offline asks no node'],
])('%j exits with 2 and the usage', async (args, sentence) => {
  const { code, errors } = await run(args)
  expect(code).toBe(2)
  expect(errors).toContain(sentence)
  expect(errors).toContain('Usage: npm run verify -- case')
})

it('a node of another network is refused', async () => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push({ json: { chain_id: 'flow-testnet' } })
  const path = await saveFile(JSON.stringify(buildSampleCase()))
  const { code, errors } = await run([path, '--node', node.url])
  expect(code).toBe(1)
  expect(errors).toMatch(/^The access node belongs to flow-testnet, but local is .*--node/)
})
