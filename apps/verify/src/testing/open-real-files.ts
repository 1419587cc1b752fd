import type { CaseFile } from '@app/api/schemas/case.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { appointFlagger, claimFlagger } from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { type DaoChain, openDaoChain } from '@app/server/cosigner/testing/open-dao-chain.ts'
import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { upsertLabel } from '@app/server/labels/change-labels.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { createAccuser } from '@app/server/testing/accuse.ts'
import { createTestDatabase } from '@app/server/testing/create-test-database.ts'
import {
  buildDocumentedText,
  openIndependentWallet,
} from '@app/server/testing/independent-wallet.ts'
import { startCompleteServer } from '@app/server/testing/start-complete-server.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { vi } from 'vitest'

/** Files that a complete server wrote about what happened on a local chain. */
export interface RealFiles {
  chain: DaoChain
  case: CaseFile
  evidence: EvidenceFile
  votes: VoteArchive
  stop(): Promise<void>
}

const HOUR = 3_600
const DAY = 24 * HOUR
const REASON = 'I moved my own money to a new wallet that night'
const OWNER_TEXT = 'I sold a bicycle, and have the receipt.'

/**
 * Lets the agent accuse a wallet that is listed and was paid by a listed one, the community freeze it, and its owner
 * answer; reads the files about it.
 */
export async function openRealFiles(): Promise<RealFiles> {
  const [chain, database] = await Promise.all([openDaoChain(), createTestDatabase()])
  const { service, agent } = chain
  const wallet = await openIndependentWallet(chain)
  const { address } = wallet
  const thief = await payThrough(chain, address)
  await chain.runCall(appointFlagger({ flagger: agent.address }), service)
  const agentSigner = createSigner({ ...agent, keyIndex: 3 })
  await chain.runCall(claimFlagger({ provider: service.address }), agentSigner)
  const server = await startCompleteServer({
    accessNodeUrl: chain.emulator.accessNodeUrl,
    databaseUrl: database.url,
    agent,
    environment: { LOW_SCORE_THRESHOLD: '45' },
  })
  const pool = createPool(database.url, createLog('silent'))

  const patience = { timeout: 120_000, interval: 100 }
  /** Waits while the server is not ready. */
  const get = async <T>(path: string): Promise<T> => {
    let data: T | undefined
    await vi.waitUntil(async () => {
      const response = await fetch(`${server.url}${path}`)
      data = ((await response.json()) as { data?: T }).data
      return data !== undefined
    }, patience)
    return data as T
  }
  const send = async (method: 'POST' | 'PUT', path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${server.url}${path}`, request)
    if (!response.ok) throw new Error(`${path} failed: ${await response.text()}`)
  }
  const readCase = async (): Promise<CaseFile | null> => {
    const [summary] = await get<{ caseId: string }[]>(`/v1/cases?address=${address}`)
    return summary === undefined ? null : await get(`/v1/cases/${address}/${summary.caseId}`)
  }
  const waitForCase = async (isReady: (found: CaseFile) => boolean): Promise<CaseFile> => {
    let found: CaseFile | null = null
    await vi.waitUntil(async () => {
      found = await readCase()
      return found?.entries !== undefined && isReady(found)
    }, patience)
    return found as unknown as CaseFile
  }
  const hasKind = (kind: string) => (found: CaseFile) =>
    found.entries.some((entry) => entry.kind === kind)
  const sign = async (subject: string, role: string, lines: string[]) => {
    const { timeMs } = await chain.reader.getLatestBlock()
    const validUntil = Math.floor(timeMs / 60_000) * 60 + DAY
    const text = buildDocumentedText(address, { subject, lines, role, sequence: 1, validUntil })
    return { address, sequence: 1, validUntil, signatures: [wallet.sign(text)] }
  }

  const entry = { address: thief, kind: 'scam', source: 'a list', confidence: 0.95 } as const
  await upsertLabel(
    { db: createQueryBuilder(pool) },
    { ...entry, reason: 'It emptied a dozen wallets.' },
  )
  await get(`/v1/score/${address}`)
  const flagged = await waitForCase(hasKind('flag'))
  const { caseId } = flagged
  const accuser = await createAccuser(chain)
  await accuser.freeze(address)
  await waitForCase(hasKind('freeze'))
  const flagNumber = flagged.entries.find((entry) => entry.kind === 'flag')?.details.number
  await send('POST', '/v1/appeals', {
    against: { flagNumber },
    reason: REASON,
    wallet: await sign('appeal', 'Appellant', [
      `Flag: ${flagNumber}`,
      `Reason SHA-256: ${hashReason(REASON)}`,
    ]),
  })
  await send('PUT', `/v1/cases/${address}/${caseId}/statement`, {
    text: OWNER_TEXT,
    wallet: await sign('owner statement', 'Owner', [
      `Case: ${caseId}`,
      `Text SHA-256: ${hashReason(OWNER_TEXT)}`,
    ]),
  })
  await chain.advanceTime(8 * DAY)
  const complete = await waitForCase(
    (found) =>
      hasKind('clearance')(found) &&
      hasKind('freeze_end')(found) &&
      !JSON.stringify(found).includes('"problem"'),
  )
  return {
    chain,
    case: complete,
    evidence: await get(`/v1/score/${address}/evidence/export`),
    votes: await get('/v1/governance/archive'),
    stop: async () => {
      await pool.end()
      await server.stop()
      await database.drop()
      await chain.emulator.stop()
    },
  }
}

/** Lets a new account pay the wallet, directly and through another one; returns its address. */
async function payThrough(chain: DaoChain, wallet: Address): Promise<Address> {
  const [thief, mule] = [await chain.createAccount(), await chain.createAccount()]
  await chain.transfer(chain.service, thief.address, 50n * UNITS_PER_TOKEN)
  for (let count = 1n; count <= 3n; count += 1n) {
    await chain.transfer(thief, wallet, count * UNITS_PER_TOKEN)
    await chain.transfer(thief, mule.address, 2n * count * UNITS_PER_TOKEN)
    await chain.transfer(mule, wallet, count * UNITS_PER_TOKEN)
  }
  return thief.address
}
