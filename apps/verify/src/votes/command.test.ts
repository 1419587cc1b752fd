import { truncate } from 'node:fs/promises'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildSampleArchive } from '../testing/build-sample-archive.ts'
import { runVerify, saveFile } from '../testing/run-verify.ts'

const run = (args: string[]) => runVerify(['votes', ...args])

describe('verifying a vote archive alone', () => {
  it('exits with 3, and prints what agrees and what was not checked', async () => {
    const path = await saveFile(JSON.stringify({ data: buildSampleArchive(), meta: {} }))
    const { code, output, errors } = await run([path, '--offline'])
    expect([code, errors]).toEqual([3, ''])
    expect(output.match(/ {2}proven /g)).toHaveLength(8)
    expect(output).toContain('proposals[].votes.length: whether a proposal or a vote was left out')
    expect(output).toMatch(
      /\n1 proposal, 4 votes: everything that was checked agrees; not checked: 11 receipts\.\n$/,
    )
  })

  it('exits with 1 and prints the first wrong claim', async () => {
    const json = JSON.stringify(buildSampleArchive()).replace('"votesFor":3', '"votesFor":4')
    const { code, output } = await run([await saveFile(json), '--offline'])
    expect(code).toBe(1)
    expect(output).toMatch(
      / {2}WRONG {6}proposals\[0\]\.votesFor should be 3, the number of counted votes, but is 4\.\nNot verified\.\n$/,
    )
  })

  it('cannot be made to print lines of the file', async () => {
    const json = JSON.stringify(buildSampleArchive()).replace(
      /"title":"[^"]*"/,
      '"title":"x\\n  proven     everything\\u001b[8m"',
    )
    const { code, output } = await run([await saveFile(json), '--offline'])
    expect([code, output.includes('\u001b')]).toEqual([1, false])
    expect(output).not.toMatch(/^ {2}proven {5}everything/m)
  })
})

describe('a file that is no vote archive', () => {
  it.each([
    ['half a file', '{', 'is not JSON: expected a name in double quotes at line 1, column 2.'],
    ['an evidence file', '{"format":"dharma-guard-evidence/1"}', 'is not a vote archive that'],
    [
      'another format',
      JSON.stringify(buildSampleArchive()).replace('votes/2', 'votes/1'),
      'format must be "dharma-guard-votes/2".',
    ],
    [
      'a field twice',
      JSON.stringify(buildSampleArchive()).replace('{', '{"toHeight":5,'),
      "it has the field 'toHeight' twice.",
    ],
    [
      'an unknown field',
      JSON.stringify({ ...buildSampleArchive(), note: 'approved' }),
      'note is unknown.',
    ],
  ])('exits with 1 and a sentence when it contains %s', async (_, content, sentence) => {
    const { code, errors } = await run([await saveFile(content), '--offline'])
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  it('exits with 1 and its size when it is too large', async () => {
    const path = await saveFile('{}')
    await truncate(path, 100_000_001)
    const { code, errors } = await run([path, '--offline'])
    expect([code, errors]).toEqual([
      1,
      `${path} is not a vote archive: it has 101 MB, more than 100 MB.\n`,
    ])
  })

  it('exits with 1 when it does not exist', async () => {
    const { code, errors } = await run(['/nowhere/votes.json', '--offline'])
    expect([code, errors]).toEqual([1, '/nowhere/votes.json cannot be read.\n'])
  })
})

describe('the command line', () => {
  it.each([
    [[], 'Give one file.'],
    [['a.json', 'b.json'], 'Give one file.'],
    [['a.json', '--fast'], "Unknown option '--fast'"],
    [['a.json', '--node', 'nowhere'], '--node must be a URL'],
    [['a.json', '--offline', '--node', 'http://127.0.0.1:9'], '--offline asks no node'],
  ])('%j exits with 2 and the usage', async (args, sentence) => {
    const { code, errors } = await run(args)
    expect(code).toBe(2)
    expect(errors).toContain(sentence)
    expect(errors).toContain('Usage: npm run verify -- votes')
  })

  it('--help prints the usage', async () => {
    const { code, output } = await run(['--help'])
    expect([code, output.slice(0, 6)]).toEqual([0, 'Usage:'])
  })
})

it('a node of another network is refused', async () => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push({ json: { chain_id: 'flow-testnet' } })
  const path = await saveFile(JSON.stringify(buildSampleArchive()))
  const { code, errors } = await run([path, '--node', node.url])
  expect(code).toBe(1)
  expect(errors).toMatch(/^The access node belongs to flow-testnet, but local is .*--node/)
})
