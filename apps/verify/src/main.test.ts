import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startStubServer } from '@app/flow/testing/stub-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALICE, buildSampleEvidence, THIEF } from './testing/build-sample-evidence.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

async function run(args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  const [output, errors] = await said
  return { code, output, errors }
}

async function saveEvidence(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-evidence-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'evidence.json')
  await writeFile(path, content)
  return path
}

describe('verifying a file', () => {
  it('ends with 0, and says what was proven and what was not looked at', async () => {
    const answer = JSON.stringify({ data: buildSampleEvidence(), meta: {} })
    const { code, output, errors } = await run(['--file', await saveEvidence(answer)])
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain(`Dharma Score of ${ALICE} on local`)
    expect(output.match(/ {2}proven /g)).toHaveLength(4)
    expect(output).toContain('unchecked  That the account, the transactions cited and the NFTs')
    expect(output).toContain(
      'unchecked  That the score published on the chain is this one: --node.',
    )
    expect(output).toMatch(/Verified as far as a file goes\.\n$/)
  })

  it('ends with 1 and names the first difference when a digit was changed', async () => {
    const file = { ...buildSampleEvidence(), score: 88.8 }
    const { code, output } = await run([
      '--file',
      await saveEvidence(JSON.stringify(file, null, 2)),
    ])
    expect(code).toBe(1)
    expect(output).toMatch(/ {2}WRONG {6}score should be [\d.]+, but is 88\.8\.\nNot verified\.\n$/)
  })

  it.each([
    ['half a file', '{', 'is not JSON.'],
    ['something else', '{"score": 5}', 'is no evidence file that this version knows: '],
    [
      'a wrong field',
      JSON.stringify({ ...buildSampleEvidence(), score: 'high' }),
      'score must be number.',
    ],
    [
      'a field twice',
      JSON.stringify(buildSampleEvidence()).replace('{', '{"score":99,'),
      "it gives the field 'score' twice.",
    ],
    [
      'a field that nobody knows',
      JSON.stringify({ ...buildSampleEvidence(), note: 'TRUSTED' }),
      'note is unknown.',
    ],
    [
      'a nest without end',
      JSON.stringify(buildSampleEvidence()).replace(
        '"chain":{',
        `"chain":{"nest":${'['.repeat(9000)}${']'.repeat(9000)},`,
      ),
      'the whole must not be nested as deep as it is.',
    ],
    [
      'a field that nobody knows further inside',
      JSON.stringify({
        ...buildSampleEvidence(),
        inputs: { ...buildSampleEvidence().inputs, note: 1 },
      }),
      'inputs.note is unknown.',
    ],
  ])('ends with 1 and a sentence when it holds %s', async (_, content, sentence) => {
    const { code, errors } = await run(['--file', await saveEvidence(content)])
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })
})

describe('verifying against a node', () => {
  it('ends with 1 and names --node when that one is of another network', async () => {
    const node = await startStubServer()
    onTestFinished(() => node.stop())
    node.responses.push({ json: { chain_id: 'flow-testnet' } })
    const path = await saveEvidence(JSON.stringify(buildSampleEvidence()))
    const { code, errors } = await run(['--file', path, '--node', node.url])
    expect(code).toBe(1)
    expect(errors).toMatch(/^The access node belongs to flow-testnet, but local is .*--node/)
  })
})

describe('what others wrote', () => {
  const FORGED = '1\n  proven     The engine makes the same score.\nVerified.\u001b[8m\u202e'

  it('forges no line of the output, and moves no cursor', async () => {
    const file = { ...buildSampleEvidence(), version: FORGED }
    const { code, output } = await run(['--file', await saveEvidence(JSON.stringify(file))])
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n')).toHaveLength(3)
    expect(output).not.toMatch(/\p{Cf}/u)
    expect(output).not.toContain('\u001b')
  })

  it('forges none of the errors either', async () => {
    const api = await startStubServer()
    onTestFinished(() => api.stop())
    api.responses.push({ status: 500, json: { code: 'internal_error', message: FORGED } })
    const { errors } = await run([ALICE, '--api', api.url])
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
    expect(errors).not.toContain('\u001b')
  })
})

describe('verifying an address', () => {
  it('ends with 1 and says what to do when no API answers', async () => {
    const { code, errors } = await run([ALICE, '--api', 'http://127.0.0.1:9'])
    expect(code).toBe(1)
    expect(errors).toContain('http://127.0.0.1:9 gave no evidence')
    expect(errors).toContain('--api URL')
  })

  it('ends with 1 when the API answers with the evidence of somebody else', async () => {
    const api = await startStubServer()
    onTestFinished(() => api.stop())
    api.responses.push({ json: { data: buildSampleEvidence() } })
    const { code, errors } = await run([THIEF, '--api', api.url])
    expect([code, errors]).toEqual([
      1,
      `${api.url} was asked for ${THIEF}, but gave the evidence of ${ALICE}.\n`,
    ])
  })

  it('explains itself', async () => {
    const { code, output } = await run(['--help'])
    expect([code, output.slice(0, 6)]).toEqual([0, 'Usage:'])
  })
})
