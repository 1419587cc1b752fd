import { join } from 'node:path'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALICE, buildSampleEvidence, THIEF } from './testing/build-sample-evidence.ts'
import { runMain, saveFile } from './testing/run-main.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

const run = (args: string[]) => runMain(MAIN, args)

describe('verifying a file', () => {
  it('exits with 0, and prints what was proven and what was not checked', async () => {
    const response = JSON.stringify({ data: buildSampleEvidence(), meta: {} })
    const { code, output, errors } = await run(['--file', await saveFile(response)])
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain(`Dharma Score of ${ALICE} on local`)
    expect(output.match(/ {2}proven /g)).toHaveLength(4)
    expect(output).toContain('unchecked  Whether the account, the transactions cited and the NFTs')
    expect(output).toContain(
      'unchecked  Whether the score published on the chain is this one: --node.',
    )
    expect(output).toMatch(/Verified as far as possible with a file alone\.\n$/)
  })

  it('exits with 1 and prints the first difference when a digit was changed', async () => {
    const file = { ...buildSampleEvidence(), score: 88.8 }
    const { code, output } = await run(['--file', await saveFile(JSON.stringify(file, null, 2))])
    expect(code).toBe(1)
    expect(output).toMatch(/ {2}WRONG {6}score should be [\d.]+, but is 88\.8\.\nNot verified\.\n$/)
  })

  it.each([
    ['half a file', '{', 'is not JSON.'],
    ['something else', '{"score": 5}', 'is not an evidence file that this version can read: '],
    [
      'a wrong field',
      JSON.stringify({ ...buildSampleEvidence(), score: 'high' }),
      'score must be number.',
    ],
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
    const { code, errors } = await run(['--file', await saveFile(content)])
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
    const { code, errors } = await run(['--file', path, '--node', node.url])
    expect(code).toBe(1)
    expect(errors).toMatch(/^The access node belongs to flow-testnet, but local is .*--node/)
  })
})

describe('untrusted text', () => {
  const FORGED = '1\n  proven     The engine makes the same score.\nVerified.\u001b[8m\u202e'

  it('cannot forge a line of the output or move the cursor', async () => {
    const file = { ...buildSampleEvidence(), version: FORGED }
    const { code, output } = await run(['--file', await saveFile(JSON.stringify(file))])
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n')).toHaveLength(3)
    expect(output).not.toMatch(/\p{Cf}/u)
    expect(output).not.toContain('\u001b')
  })

  it('cannot forge an error line', async () => {
    const api = await startLoopbackServer()
    onTestFinished(() => api.stop())
    api.responses.push({ status: 500, json: { code: 'internal_error', message: FORGED } })
    const { errors } = await run([ALICE, '--api', api.url])
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
    expect(errors).not.toContain('\u001b')
  })
})

describe('verifying an address', () => {
  it('exits with 1 and prints what to do when no API responds', async () => {
    const { code, errors } = await run([ALICE, '--api', 'http://127.0.0.1:9'])
    expect(code).toBe(1)
    expect(errors).toContain('The evidence cannot be read from http://127.0.0.1:9')
    expect(errors).toContain('--api URL')
  })

  it('exits with 1 when the API returns the evidence of another address', async () => {
    const api = await startLoopbackServer()
    onTestFinished(() => api.stop())
    api.responses.push({ json: { data: buildSampleEvidence() } })
    const { code, errors } = await run([THIEF, '--api', api.url])
    expect([code, errors]).toEqual([
      1,
      `${api.url} returned the evidence of ${ALICE} instead of ${THIEF}.\n`,
    ])
  })

  it('prints its usage', async () => {
    const { code, output } = await run(['--help'])
    expect([code, output.slice(0, 6)]).toEqual([0, 'Usage:'])
  })
})
