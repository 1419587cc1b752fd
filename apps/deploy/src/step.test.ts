import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import {
  type LoopbackResponse,
  type LoopbackServer,
  startLoopbackServer,
} from '@app/flow/testing/loopback-server.ts'
import { toAddress } from '@app/values/address.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeployStep, executeStep } from './step.ts'
import type { DeploymentTarget } from './target.ts'

const address = toAddress('0123456789abcdef')
const signer = createSigner({ address, keyIndex: 0, privateKeyHex: '1'.repeat(64) })

let node: LoopbackServer
/** Response to a transaction. */
let postResponse: LoopbackResponse
let result: LoopbackResponse
let height: number

beforeEach(async () => {
  node = await startLoopbackServer()
  postResponse = { status: 201, json: {} }
  result = { json: { status: 'Sealed', error_message: '', block_id: '', events: [] } }
  height = 1
  node.respondTo = ({ method, path }) => {
    if (method === 'POST') return postResponse
    if (path.startsWith('/v1/blocks')) return { json: [{ header: buildNextHeader() }] }
    if (path.startsWith('/v1/accounts')) return { json: buildAccountJson() }
    return result
  }
})

afterEach(async () => {
  await node.stop()
})

function buildNextHeader() {
  height += 1
  const id = height.toString(16).padStart(64, '0')
  return { height: `${height}`, id, parent_id: id, timestamp: '2026-01-01T00:00:00Z' }
}

function buildAccountJson() {
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

function buildTarget(): DeploymentTarget {
  const client = createNodeClient({ accessNodeUrl: node.url, retries: false })
  const found = { address, balanceUnits: 0n, keys: [] }
  const common = {
    network: 'testnet',
    contractAddresses: {},
    account: found,
    signers: [signer],
  } as const
  return { ...common, node: client, reader: createFlowReaderFromClient(client) }
}

const countSent = () => node.requests.filter(({ method }) => method === 'POST').length

/** Builds a step whose `isDone` returns `results` in order, then repeats the last one. */
function buildStep(...results: boolean[]): DeployStep {
  const prepare = () => ({ name: 'nothing', cadence: 'transaction {}', args: [] })
  const isDone = async () => (results.length > 1 ? results.shift() : results[0]) === true
  return { label: 'Add DharmaScore', prepare, authorizers: [signer], isDone }
}

async function runStep(step: DeployStep): Promise<string[]> {
  const lines: string[] = []
  await executeStep(buildTarget(), step, (line) => lines.push(line))
  return lines
}

test('a step that is already done sends nothing', async () => {
  expect(await runStep(buildStep(true))).toEqual(['Add DharmaScore: done already'])
  expect(countSent()).toBe(0)
})

test('an expired transaction fails with the reason, so that another run signs it again', async () => {
  const message = 'transaction is expired: ref_height=1 final_height=700'
  postResponse = { status: 400, json: { code: 400, message } }
  await expect(runStep(buildStep(false))).rejects.toThrow(/^Add DharmaScore failed: .*expired/)
  expect(countSent()).toBe(1)
})

test('a sealed step says so, with its transaction', async () => {
  expect(await runStep(buildStep(false, true))).toEqual([
    expect.stringMatching(/^Add DharmaScore: sealed after .* s, [0-9a-f]{64}$/),
  ])
})

test('a step that the chain rejects is not retried, and no failure when another run has done it', async () => {
  const error_message = '[Error Code: 1101] cadence runtime error\nerror: panic: no room'
  result = { json: { status: 'Sealed', error_message, block_id: '', events: [] } }
  await expect(runStep(buildStep(false))).rejects.toThrow('Add DharmaScore failed: panic: no room')
  expect(countSent()).toBe(1)
  expect(await runStep(buildStep(false, true))).toEqual(['Add DharmaScore: done already'])
})
