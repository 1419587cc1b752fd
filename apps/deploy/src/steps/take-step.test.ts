import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { flowReaderOf } from '@app/flow/read/create-flow-reader.ts'
import {
  type LoopbackAnswer,
  type LoopbackNode,
  startLoopbackNode,
} from '@app/flow/testing/loopback-node.ts'
import { toAddress } from '@app/values/address.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Site } from '../site/site.ts'
import type { Step } from './step.ts'
import { takeStep } from './take-step.ts'

const address = toAddress('0123456789abcdef')
const signer = createSigner({ address, keyIndex: 0, privateKeyHex: '1'.repeat(64) })

let node: LoopbackNode
/** Answers to the next transactions; the last one stays. */
let posts: LoopbackAnswer[]
let result: LoopbackAnswer
let height: number

beforeEach(async () => {
  node = await startLoopbackNode()
  posts = [{ status: 201, json: {} }]
  result = { json: { status: 'Sealed', error_message: '', block_id: '', events: [] } }
  height = 1
  node.answerTo = ({ method, path }) => {
    if (method === 'POST') return posts.length > 1 ? posts.shift() : posts[0]
    if (path.startsWith('/v1/blocks')) return { json: [{ header: nextHeader() }] }
    if (path.startsWith('/v1/accounts')) return { json: account() }
    return result
  }
})

afterEach(async () => {
  await node.stop()
})

function nextHeader() {
  height += 1
  const id = height.toString(16).padStart(64, '0')
  return { height: `${height}`, id, parent_id: id, timestamp: '2026-01-01T00:00:00Z' }
}

function account() {
  const key = {
    index: '0',
    public_key: `0x${signer.publicKeyHex}`,
    signing_algorithm: 'ECDSA_P256',
    hashing_algorithm: 'SHA3_256',
    weight: '1000',
    revoked: false,
    sequence_number: '5',
  }
  return { address, balance: '100000000', keys: [key] }
}

function site(): Site {
  const client = createNodeClient({ accessNodeUrl: node.url, retries: false })
  const found = { address, balanceUnits: 0n, keys: [] }
  const common = { network: 'testnet', places: {}, account: found, signers: [signer] } as const
  return { ...common, node: client, reader: flowReaderOf(client) }
}

const sent = () =>
  node.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body).reference_block_id)

/** A step that the chain shows done as `answers` say, the last one from then on. */
function stepDone(...answers: boolean[]): Step {
  const call = { name: 'nothing', cadence: 'transaction {}', args: [] }
  const isDone = async () => (answers.length > 1 ? answers.shift() : answers[0]) === true
  return { label: 'Add DharmaScore', call, authorizers: [signer], isDone }
}

async function take(step: Step): Promise<string[]> {
  const lines: string[] = []
  await takeStep(site(), step, (line) => lines.push(line))
  return lines
}

const EXPIRED = {
  status: 400,
  json: { code: 400, message: 'transaction is expired: ref_height=1 final_height=700' },
}

test('a step that is done already sends nothing', async () => {
  expect(await take(stepDone(true))).toEqual(['Add DharmaScore: done already'])
  expect(sent()).toEqual([])
})

test('a transaction that expired is signed anew over a later block', async () => {
  posts = [EXPIRED, { status: 201, json: {} }]
  const lines = await take(stepDone(false, false, false, true))
  expect(lines).toEqual([
    expect.stringMatching(/^Add DharmaScore: sealed after .* s, [0-9a-f]{64}$/),
  ])
  const [first, second] = sent()
  expect(second > first).toBe(true)
  expect(sent()).toHaveLength(2)
})

test('a sequence number that another run has used is no failure when the step is done', async () => {
  const error_message =
    '[Error Code: 1007] invalid proposal key: has sequence number 6, but given 5'
  result = { json: { status: 'Sealed', error_message, block_id: '', events: [] } }
  expect(await take(stepDone(false, true))).toEqual(['Add DharmaScore: done already'])
  expect(sent()).toHaveLength(1)
})

test('what the chain refuses is not tried again', async () => {
  const error_message = '[Error Code: 1101] cadence runtime error\nerror: panic: no room'
  result = { json: { status: 'Sealed', error_message, block_id: '', events: [] } }
  await expect(take(stepDone(false))).rejects.toThrow('Add DharmaScore failed: panic: no room')
  expect(sent()).toHaveLength(1)
})

test('a transaction that gets lost again and again is given up with the reason', async () => {
  posts = [EXPIRED]
  await expect(take(stepDone(false))).rejects.toThrow(/^Add DharmaScore failed: .*expired/)
  expect(sent()).toHaveLength(3)
})
