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
  const { emulator, agent } = chain
  const { accessNodeUrl } = emulator
  server = await startCompleteServer({ accessNodeUrl, databaseUrl: database.url, agent })
  await server.drain()
})

afterAll(async () => {
  await server.stop()
  await database.drop()
  await chain.emulator.stop()
})

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${server.url}${path}`, request)
  return ((await response.json()) as { data: T }).data
}

it('a signed report is in the evidence, which a full scan verifies, and cites its transaction', async () => {
  const { address } = author
  const report = { targetAddress: target.address, reason: REASON }
  const reasonHash = createHash('sha256').update(REASON).digest('hex')
  const content = { kind: 'report', targetAddress: target.address, reasonHash }
  const message = await post<Message>('/v1/messages', { address, content })
  const { text, sequence, validUntil } = message
  const wallet = { address, sequence, validUntil, signatures: [author.sign(text)] }
  await post('/v1/actions/flag-wallet', { ...report, wallet })
  await post('/v1/actions/flag-wallet', report)
  await server.drain()

  const path = `/v1/score/${target.address}/evidence/export`
  const response = await fetch(`${server.url}${path}`)
  const { data: file } = (await response.json()) as { data: EvidenceFile }
  expect(file.inputs.offchain).toMatchObject({
    community: { visitorReports: 1, trustedReports: { wallets: 1, weight: 10_000 } },
  })
  const context = await createTestContext({ accessNodeUrl: chain.emulator.accessNodeUrl })
  const { signal } = new AbortController()
  const flow = chain.reader
  const scan = createScan(async () => ({ context, onBlock: () => {}, signal }))
  const { wrong, unchecked } = await verify(openEvidence, file, { flow, scan })
  expect(wrong).toBeNull()
  expect(unchecked.flatMap(({ fields }) => fields)).toContain('inputs.offchain.community')

  const isOfReport = ({ code }: { code: string }) => code === 'trusted_reports'
  const [cited] = file.reasons.find(isOfReport)?.evidence ?? []
  const [other] = file.reasons.filter((one) => !isOfReport(one)).flatMap(({ evidence }) => evidence)
  expect(cited?.counterparty).toBe(address)
  Object.assign(cited ?? {}, { txId: other?.txId, height: other?.height })
  expect((await verify(openEvidence, file, { flow })).wrong).toContain(
    'such a statement or decision of the community',
  )
})
