import { truncate } from 'node:fs/promises'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildSampleArchive } from './testing/build-sample-archive.ts'
import { buildSampleCase } from './testing/build-sample-case.ts'
import { ALICE, buildSampleEvidence, THIEF } from './testing/build-sample-evidence.ts'
import { runVerify, saveFile } from './testing/run-verify.ts'
import { parseVerifyOptions } from './verify-command.ts'

const EVIDENCE = JSON.stringify(buildSampleEvidence())
const VOTES = JSON.stringify(buildSampleArchive())
const CASE = JSON.stringify(buildSampleCase())
const reasons = buildSampleEvidence().reasons.length
const entries = buildSampleCase().entries.length
const AGREES = 'everything that was checked agrees; not checked: what only a node shows.'

describe('verifying a file alone', () => {
  it.each([
    ['evidence', EVIDENCE, `${reasons} reasons: ${AGREES}`],
    ['votes', VOTES, `3 proposals, 5 votes: ${AGREES}`],
    ['case', CASE, `${entries} entries: ${AGREES}`],
  ])(
    'exits with 3, and prints what agrees and what was not checked: %s',
    async (kind, json, verdict) => {
      const path = await saveFile(`{"data":${json},"meta":{}}`)
      const { code, output, errors } = await runVerify([path, '--offline'])
      expect([code, errors]).toEqual([3, ''])
      expect(output).toMatch(/\n {2}proven {5}.*\n {2}unchecked {2}.*\(--node/s)
      expect(output.endsWith(`\n${verdict}\n`)).toBe(true)
      expect(await runVerify([kind, path, '--offline'])).toEqual({ code, output, errors })
      expect(await runVerify(['--file', path])).toEqual({ code, output, errors })
    },
  )

  it.each([
    [EVIDENCE.replace(/"score":[\d.]+/, '"score":88.8'), 'score should be [\\d.]+, but is 88\\.8'],
    [
      VOTES.replace('"votesFor":3', '"votesFor":4'),
      'proposals\\[0\\]\\.votesFor should be 3, but is 4',
    ],
    [CASE.replace('"votesFor":3', '"votesFor":4'), 'entries\\[8\\]\\.hash should be .*'],
  ])('exits with 1 and prints the first wrong claim', async (json, sentence) => {
    const { code, output } = await runVerify([await saveFile(json), '--offline'])
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(` {2}WRONG {6}${sentence}\\.\\nNot verified\\.\\n$`))
  })
})

describe('a file that cannot be verified', () => {
  it.each([
    ['half a file', '{', 'is not JSON: expected a name in double quotes at line 1, column 2.'],
    ['something else', '{"score": 5}', 'is no evidence file, vote archive or case file'],
    [
      'another version',
      VOTES.replace('votes/2', 'votes/1'),
      'format must be "dharma-guard-votes/2".',
    ],
    [
      'a wrong field',
      JSON.stringify({ ...buildSampleEvidence(), score: 'high' }),
      'is not an evidence file that this version can read: score must be number.',
    ],
    [
      'a byte order mark',
      `\ufeff${EVIDENCE}`,
      'line 1 begins with a byte order mark: save the file as UTF-8',
    ],
    ['UTF-16', Buffer.from(EVIDENCE, 'utf16le'), 'line 1 is not UTF-8 but UTF-16'],
    ['a lone surrogate', '{\n"a": "\\udc00"}', 'line 2 has \\udc00, a half of a character'],
    ['a field twice', CASE.replace('{', '{"outcome":"denied",'), "has the field 'outcome' twice."],
    ['an unknown field', VOTES.replace('{', '{"note":"approved",'), 'note is unknown.'],
    [
      'very deep nesting',
      EVIDENCE.replace('"chain":{', `"chain":{"nest":${'['.repeat(9000)}${']'.repeat(9000)},`),
      'it is nested too deeply.',
    ],
  ])('exits with 1 and a sentence when it contains %s', async (_, content, sentence) => {
    const { code, errors } = await runVerify([await saveFile(content), '--offline'])
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  it('exits with 1 when it is too large, or does not exist', async () => {
    const path = await saveFile('{}')
    await truncate(path, 100_000_001)
    expect(await runVerify([path, '--offline'])).toMatchObject({
      code: 1,
      errors: `${path} cannot be verified: it has 101 MB, more than 100 MB.\n`,
    })
    expect(await runVerify(['/nowhere/votes.json', '--offline'])).toMatchObject({
      code: 1,
      errors: '/nowhere/votes.json cannot be read.\n',
    })
  })
})

describe('what cannot be reached', () => {
  it('exits with 4 when the node is of another network', async () => {
    const node = await startLoopbackServer()
    onTestFinished(() => node.stop())
    node.responses.push({ json: { chain_id: 'flow-testnet' } })
    const { code, errors } = await runVerify([await saveFile(EVIDENCE), '--node', node.url])
    expect(code).toBe(4)
    expect(errors).toMatch(/The access node belongs to flow-testnet, but local is .*--node/)
  })

  it('exits with 4 and what to do when no API responds', async () => {
    const { code, errors } = await runVerify([ALICE, '--api', 'http://127.0.0.1:9'])
    expect(code).toBe(4)
    expect(errors).toContain('The evidence cannot be read from http://127.0.0.1:9')
    expect(errors).toContain('--api URL')
  })

  it('exits with 1 when the API returns the evidence of another address', async () => {
    const api = await startLoopbackServer()
    onTestFinished(() => api.stop())
    api.responses.push({ json: { data: buildSampleEvidence() } })
    expect(await runVerify([THIEF, '--api', api.url])).toMatchObject({
      code: 1,
      errors: `${api.url} returned the evidence of ${ALICE} instead of ${THIEF}.\n`,
    })
  })
})

it('untrusted text cannot forge a line or move the cursor, in the output or in an error', async () => {
  const forged = '1\n  proven     The engine makes the same score.\nVerified.\u001b[8m\u202e'
  const file = JSON.stringify({ ...buildSampleEvidence(), version: forged })
  const { output } = await runVerify([await saveFile(file), '--offline'])
  const api = await startLoopbackServer()
  onTestFinished(() => api.stop())
  api.responses.push({ status: 500, json: { code: 'internal_error', message: forged } })
  const { errors } = await runVerify([ALICE, '--api', api.url])
  expect([output, errors].map((text) => text.trimEnd().split('\n').length)).toEqual([3, 1])
  expect(output + errors).not.toMatch(/\p{Cf}/u)
  expect(output + errors).not.toContain('\u001b')
})

const ADDRESS = '0x179b6b1cb6755e31'

describe('the options', () => {
  it('are an address in any letter case, or a file, an API and a node', () => {
    const alone = { api: null, node: null, isFull: false, isOffline: false }
    const pasted = `\u200b${ADDRESS.replace('x1', 'X\uff11').replace('b', 'B')}\n`
    expect(parseVerifyOptions([pasted])).toEqual({ target: { address: ADDRESS }, ...alone })
    const file = { target: { file: 'evidence.json' } }
    expect(parseVerifyOptions(['evidence.json'])).toEqual({ ...file, ...alone })
    const urls = ['--api', 'http://a:1/', '--node=https://b']
    expect(parseVerifyOptions(['evidence.json', '--full', ...urls])).toEqual({
      ...{ ...file, isOffline: false, isFull: true, api: 'http://a:1', node: 'https://b' },
    })
  })

  it.each([
    [[], 'Give one address, or one file.'],
    [[ADDRESS, ADDRESS], 'Give one address, or one file.'],
    [[ADDRESS, '--file', 'x.json'], 'Give one address, or one file.'],
    [['alice'], "'alice' is not a Flow address: 0x followed by 16 hex characters"],
    [[ADDRESS, '--api', 'nowhere'], '--api must be a URL such as http://127.0.0.1:3001'],
    [[ADDRESS, '--api', 'https://me:secret@api.example'], '--api must not contain a user name'],
    [['a.json', '--offline', '--node', 'http://127.0.0.1:9'], '--offline asks no node'],
    [['a.json', '--offline', '--full'], '--full needs a Flow access node'],
    [[ADDRESS, '--offline'], '--offline checks a file'],
    [[ADDRESS, '--fast'], "Unknown option '--fast'"],
  ])('%j exit with 2 and the usage', async (args, sentence) => {
    const { code, errors } = await runVerify(args)
    expect(code).toBe(2)
    expect(errors).toContain(sentence)
    expect(errors).toContain('Usage: npm run verify -- 0x…')
  })

  it.each([['--help'], ['case', '--help'], ['replay', '--help']])(
    '%s %s prints the usage',
    async (...args) => {
      const { code, output } = await runVerify(args.filter((one) => one !== undefined))
      expect([code, output.slice(0, 6)]).toEqual([0, 'Usage:'])
    },
  )
})
