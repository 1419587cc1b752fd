import { createHash } from 'node:crypto'
import type { Message } from '@app/api/schemas/message.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import {
  type GovernanceChain,
  openGovernanceChain,
} from '@app/server/agent/testing/open-governance-chain.ts'
import type { Server } from '@app/server/server.ts'
import { createTestContext } from '@app/server/testing/create-test-context.ts'
import { createTestDatabase, type TestDatabase } from '@app/server/testing/create-test-database.ts'
import {
  type IndependentWallet,
  openIndependentWallet,
} from '@app/server/testing/independent-wallet.ts'
import { startCompleteServer } from '@app/server/testing/start-complete-server.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEvidence } from './evidence/verify-evidence.ts'
import { verify } from './testing/verify.ts'
import { createScan } from './verified-file.ts'

const REASON = 'Emptied my wallet an hour after I signed in'

let chain: GovernanceChain
let database: TestDatabase
let server: Server
let author: IndependentWallet
let target: IndependentWallet

beforeAll(async () => {
  ;[chain, database] = await Promise.all([openGovernanceChain(), createTestDatabase()])
  author = await openIndependentWallet(chain)
  target = await openIndependentWallet(chain)
  await chain.publishGoodScores([author.address])
  server = await startCompleteServer({
    accessNodeUrl: chain.emulator.accessNodeUrl,
    databaseUrl: database.url,
    agent: chain.agent,
  })
  await server.drain()
})

afterAll(async () => {
  await server.stop()
  await database.drop()
  await chain.emulator.stop()
})

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${server.url}${path}`, request)
  const { data } = (await response.json()) as { data: Record<string, unknown> }
  return { status: response.status, data }
}

async function report(content: Record<string, unknown>) {
  const body = { targetAddress: target.address, reason: REASON }
  const { data } = await post('/v1/messages', { address: author.address, content })
  const { text, sequence, validUntil } = data as Message
  const signatures = [author.sign(text)]
  const wallet = { address: author.address, sequence, validUntil, signatures }
  return await post('/v1/actions/flag-wallet', { ...body, wallet })
}

async function readEvidence(): Promise<EvidenceFile> {
  const response = await fetch(`${server.url}/v1/score/${target.address}/evidence/export`)
  return ((await response.json()) as { data: EvidenceFile }).data
}

async function verifyFully(file: EvidenceFile) {
  const context = await createTestContext({ accessNodeUrl: chain.emulator.accessNodeUrl })
  const signal = new AbortController().signal
  const scan = createScan(async () => ({ context, onBlock: () => {}, signal }))
  return await verify(openEvidence, file, { flow: chain.reader, scan })
}

const findReason = (file: EvidenceFile, code: string) =>
  file.reasons.find((reason) => reason.code === code)

it('a signed report and one of a visitor are in the evidence, which a full scan verifies', async () => {
  const reasonHash = createHash('sha256').update(REASON).digest('hex')
  const targetAddress = target.address
  const signed = await report({ kind: 'report', targetAddress, reasonHash })
  expect(signed).toMatchObject({ status: 200, data: { weight: 1, reason: REASON } })
  const visitor = await post('/v1/actions/flag-wallet', { targetAddress, reason: REASON })
  expect(visitor).toMatchObject({ status: 200, data: { weight: 0.05 } })
  await server.drain()

  const file = await readEvidence()
  expect(file.inputs.offchain).toMatchObject({
    community: { visitorReports: 1, trustedReports: { wallets: 1, weight: 10_000 } },
  })
  expect(findReason(file, 'trusted_reports')?.evidence).toMatchObject([
    { txId: signed.data.txId, counterparty: author.address },
  ])
  const { wrong, unchecked } = await verifyFully(file)
  expect(wrong).toBeNull()
  expect(unchecked.flatMap(({ fields }) => fields)).toContain('inputs.offchain.community')
})

it('a citation of a transaction without the report is found', async () => {
  const file = await readEvidence()
  const vouched = findReason(file, 'trusted_reports')?.evidence[0]
  const [opened] = file.reasons.flatMap(({ code, evidence }) =>
    code === 'trusted_reports' ? [] : evidence,
  )
  if (vouched === undefined || opened === undefined) throw new Error('nothing is cited')
  Object.assign(vouched, { txId: opened.txId, height: opened.height })
  expect((await verifyFully(file)).wrong).toContain('such a statement or decision of the community')
})
