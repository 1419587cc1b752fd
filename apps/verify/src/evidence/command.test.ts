import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALICE, buildSampleEvidence, THIEF } from '../testing/build-sample-evidence.ts'
import { runVerify, saveFile } from '../testing/run-verify.ts'
import { parseEvidenceOptions } from './command.ts'

describe('verifying a file', () => {
  it('exits with 3, and prints what was proven and what was not checked', async () => {
    const response = JSON.stringify({ data: buildSampleEvidence(), meta: {} })
    const { code, output, errors } = await runVerify(['--file', await saveFile(response)])
    expect([code, errors]).toEqual([3, ''])
    expect(output).toContain(`Dharma Score of ${ALICE} on local`)
    expect(output.match(/ {2}proven /g)).toHaveLength(4)
    expect(output).toContain(
      'unchecked  reasons[].evidence[], computedAt, coverage.toHeight: whether the account',
    )
    expect(output).toContain(
      'unchecked  evidenceHash: whether the score published on the chain is this one (--node).',
    )
    const citations = buildSampleEvidence().reasons.length
    expect(output).toMatch(
      new RegExp(`Verified as far as possible; not checked: ${citations} citations\\.\\n$`),
    )
  })

  it('exits with 1 and prints the first difference when a digit was changed', async () => {
    const file = { ...buildSampleEvidence(), score: 88.8 }
    const { code, output } = await runVerify([
      '--file',
      await saveFile(JSON.stringify(file, null, 2)),
    ])
    expect(code).toBe(1)
    expect(output).toMatch(/ {2}WRONG {6}score should be [\d.]+, but is 88\.8\.\nNot verified\.\n$/)
  })

  it.each([
    ['half a file', '{', 'is not JSON: expected a name in double quotes at line 1, column 2.'],
    ['something else', '{"score": 5}', 'is not an evidence file that this version can read: '],
    [
      'a wrong field',
      JSON.stringify({ ...buildSampleEvidence(), score: 'high' }),
      'score must be number.',
    ],
    [
      'a byte order mark',
      `\ufeff${JSON.stringify(buildSampleEvidence())}`,
      'is not an evidence file: line 1 begins with a byte order mark: save the file as UTF-8',
    ],
    [
      'UTF-16',
      Buffer.from(JSON.stringify(buildSampleEvidence()), 'utf16le'),
      'line 1 is not UTF-8 but UTF-16: save the file as UTF-8',
    ],
    ['Latin-1', Buffer.from('{\n"ü": 1}', 'latin1'), 'line 2 is not UTF-8: save the file as UTF-8'],
    ['a NUL', '{\n\n"a": "\0"}', 'line 3 has a NUL (U+0000).'],
    ['a lone surrogate', '{\n"a": "\\udc00"}', 'line 2 has \\udc00, a half of a character'],
    [
      'a field twice',
      JSON.stringify(buildSampleEvidence()).replace('{', '{"score":99,'),
      "it has the field 'score' twice.",
    ],
    [
      'an unknown field',
      JSON.stringify({ ...buildSampleEvidence(), note: 'TRUSTED' }),
      'note is unknown.',
    ],
    [
      'very deep nesting',
      JSON.stringify(buildSampleEvidence()).replace(
        '"chain":{',
        `"chain":{"nest":${'['.repeat(9000)}${']'.repeat(9000)},`,
      ),
      'it is nested too deeply.',
    ],
    [
      'an unknown nested field',
      JSON.stringify({
        ...buildSampleEvidence(),
        inputs: { ...buildSampleEvidence().inputs, note: 1 },
      }),
      'inputs.note is unknown.',
    ],
  ])('exits with 1 and a sentence when it contains %s', async (_, content, sentence) => {
    const { code, errors } = await runVerify(['--file', await saveFile(content)])
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })
})

describe('verifying against a node', () => {
  it('exits with 1 and mentions --node when the node is of another network', async () => {
    const node = await startLoopbackServer()
    onTestFinished(() => node.stop())
    node.responses.push({ json: { chain_id: 'flow-testnet' } })
    const path = await saveFile(JSON.stringify(buildSampleEvidence()))
    const { code, errors } = await runVerify(['--file', path, '--node', node.url])
    expect(code).toBe(1)
    expect(errors).toMatch(/^The access node belongs to flow-testnet, but local is .*--node/)
  })
})

describe('untrusted text', () => {
  const FORGED = '1\n  proven     The engine makes the same score.\nVerified.\u001b[8m\u202e'

  it('cannot forge a line of the output or move the cursor', async () => {
    const file = { ...buildSampleEvidence(), version: FORGED }
    const { code, output } = await runVerify(['--file', await saveFile(JSON.stringify(file))])
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n')).toHaveLength(3)
    expect(output).not.toMatch(/\p{Cf}/u)
    expect(output).not.toContain('\u001b')
  })

  it('cannot forge an error line', async () => {
    const api = await startLoopbackServer()
    onTestFinished(() => api.stop())
    api.responses.push({ status: 500, json: { code: 'internal_error', message: FORGED } })
    const { errors } = await runVerify([ALICE, '--api', api.url])
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
    expect(errors).not.toContain('\u001b')
  })
})

describe('verifying an address', () => {
  it('exits with 1 and prints what to do when no API responds', async () => {
    const { code, errors } = await runVerify([ALICE, '--api', 'http://127.0.0.1:9'])
    expect(code).toBe(1)
    expect(errors).toContain('The evidence cannot be read from http://127.0.0.1:9')
    expect(errors).toContain('--api URL')
  })

  it('exits with 1 when the API returns the evidence of another address', async () => {
    const api = await startLoopbackServer()
    onTestFinished(() => api.stop())
    api.responses.push({ json: { data: buildSampleEvidence() } })
    const { code, errors } = await runVerify([THIEF, '--api', api.url])
    expect([code, errors]).toEqual([
      1,
      `${api.url} returned the evidence of ${ALICE} instead of ${THIEF}.\n`,
    ])
  })

  it('prints its usage', async () => {
    const { code, output } = await runVerify(['--help'])
    expect([code, output.slice(0, 6)]).toEqual([0, 'Usage:'])
  })
})

const ADDRESS = '0x179b6b1cb6755e31'

describe('the options', () => {
  it('are an address in any letter case, or a file', () => {
    expect(parseEvidenceOptions([ADDRESS.replace('b', 'B')])).toEqual({
      target: { address: ADDRESS },
      api: null,
      node: null,
      isFull: false,
    })
    expect(parseEvidenceOptions([`\u200b${ADDRESS.replace('x1', 'X\uff11')}\n`])).toMatchObject({
      target: { address: ADDRESS },
    })
    expect(parseEvidenceOptions(['--file', 'evidence.json'])).toMatchObject({
      target: { file: 'evidence.json' },
    })
  })

  it('set the API and the node', () => {
    const options = parseEvidenceOptions([
      ADDRESS,
      '--full',
      '--api',
      'http://a:1/',
      '--node=https://b',
    ])
    expect(options).toMatchObject({ isFull: true, api: 'http://a:1', node: 'https://b' })
  })

  it.each([
    [[], 'Give one address, or one file.'],
    [[ADDRESS, ADDRESS], 'Give one address, or one file.'],
    [[ADDRESS, '--file', 'x.json'], 'Give one address, or one file.'],
    [['alice'], "'alice' is not a Flow address: 0x followed by 16 hex characters."],
    [
      [ADDRESS, '--api', 'nowhere'],
      "--api must be a URL such as http://127.0.0.1:3001, not 'nowhere'.",
    ],
    [
      [ADDRESS, '--api', 'https://me:secret@api.example'],
      '--api must not contain a user name or password: the API needs none.',
    ],
    [['--file', 'x.json', '--full'], '--full with --file needs a Flow access node'],
    [[ADDRESS, '--fast'], "Unknown option '--fast'"],
  ])('throw a sentence for %j', (args, sentence) => {
    expect(() => parseEvidenceOptions(args)).toThrow(sentence)
  })
})
