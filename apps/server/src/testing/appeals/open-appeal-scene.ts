import type { MessageContent } from '@app/api/schemas/message.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { NetworkState } from '@app/api/schemas/reference.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import pg from 'pg'
import { expect } from 'vitest'
import { type DaoChain, openDaoChain } from '../../cosigner/testing/open-dao-chain.ts'
import { createAccuser } from '../accuse.ts'
import { createTestDatabase } from '../create-test-database.ts'
import { buildDocumentedText, type IndependentWallet } from '../independent-wallet.ts'
import { runScript } from '../sign-as-person.ts'
import { startCompleteServer } from '../start-complete-server.ts'

export const HOUR = 3_600
export const REASON = 'I moved my own money to a new wallet that night'

/** An answer of the API. */
interface Answer {
  status: number
  code?: string
  message?: string
  data?: Record<string, unknown>
}

/** How an appeal differs from an ordinary first one of a wallet. */
export interface AppealChanges {
  /** Changes the text before it is signed. */
  text?: (text: string) => string
  reason?: string
  sequence?: number
}

/** A complete server on a local chain with a DAO, on which wallets are accused and appeal. */
export interface AppealScene {
  chain: DaoChain
  send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  askForMessage(signer: IndependentWallet, against: AppealSubject): Promise<Answer>
  /** Signs by the documentation alone, and appeals. */
  appeal(
    signer: IndependentWallet,
    against: AppealSubject,
    changes?: AppealChanges,
  ): Promise<{ body: unknown; answer: Answer }>
  /** Numbers of the proposals about a wallet that the chain has not decided, with their status. */
  readUndecided(wallet: IndependentWallet): Promise<Record<string, string>>
  /** Flags a wallet, and waits until the server knows; returns the number of the flag. */
  flag(wallet: IndependentWallet, caseId: string): Promise<number>
  /** Freezes a wallet by a vote, which takes a day, or renews a freeze; returns the number of the freeze. */
  freeze(wallet: IndependentWallet): Promise<number>
  /** Lets block time pass. */
  advance(hours: number): Promise<void>
  /** Opens the case `stated` about a wallet. */
  openCase(address: Address): Promise<void>
  close(): Promise<void>
}

export async function openAppealScene(): Promise<AppealScene> {
  const [chain, database] = await Promise.all([openDaoChain(), createTestDatabase()])
  const accuser = await createAccuser(chain)
  const server = await startCompleteServer({
    accessNodeUrl: chain.emulator.accessNodeUrl,
    databaseUrl: database.url,
    agent: chain.agent,
  })
  await server.drain()

  async function send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, ...((await response.json()) as object) }
  }

  async function get<Data>(path: string): Promise<Data> {
    const response = await fetch(`${server.url}${path}`)
    return ((await response.json()) as { data: Data }).data
  }

  const post = (path: string, body: unknown) => send('POST', path, body)
  const readProtection = ({ address }: IndependentWallet) =>
    get<Protection>(`/v1/protection/${address}`)

  return {
    chain,
    send,
    post,
    askForMessage: (signer, against) => {
      const content: MessageContent = { kind: 'appeal', against, reasonHash: hashReason(REASON) }
      return post('/v1/messages', { address: signer.address, content })
    },
    appeal: async (signer, against, changes = {}) => {
      const wallet = await signAppeal(chain, signer, { against, ...changes })
      const body = { against, reason: changes.reason ?? REASON, wallet }
      return { body, answer: await post('/v1/appeals', body) }
    },
    readUndecided: async ({ address }) => {
      const status = await runScript(chain, getProtectionStatus({ address }))
      return (status as { undecided: Record<string, string> }).undecided
    },
    flag: async (wallet, caseId) => {
      await accuser.flag(wallet.address, caseId)
      await expect.poll(async () => (await readProtection(wallet)).flag?.caseId).toBe(caseId)
      return (await readProtection(wallet)).flag?.number ?? 0
    },
    freeze: async (wallet) => {
      const id = await accuser.freeze(wallet.address)
      await expect.poll(async () => (await readProtection(wallet)).freeze?.proposalId).toBe(id)
      return (await readProtection(wallet)).freeze?.number ?? 0
    },
    advance: async (hours) => {
      await chain.advanceTime(hours * HOUR)
      const { height } = await chain.reader.getLatestBlock()
      const readHeight = async () => (await get<NetworkState>('/v1/network')).latestBlock?.height
      await expect.poll(readHeight).toBeGreaterThanOrEqual(height)
    },
    openCase: (address) => openCase(database.url, address),
    close: async () => {
      await server.stop()
      await database.drop()
      await chain.emulator.stop()
    },
  }
}

const buildSubjectLine = (against: AppealSubject): string =>
  'flagNumber' in against ? `Flag: ${against.flagNumber}` : `Freeze: ${against.freezeNumber}`

async function signAppeal(
  chain: DaoChain,
  signer: IndependentWallet,
  { against, ...changes }: AppealChanges & { against: AppealSubject },
) {
  const { text: change = (text: string) => text, reason = REASON, sequence = 1 } = changes
  const { timeMs } = await chain.reader.getLatestBlock()
  const validUntil = Math.floor(timeMs / 60_000) * 60 + 6 * 24 * HOUR
  const text = buildDocumentedText(signer.address, {
    subject: 'appeal',
    lines: [buildSubjectLine(against), `Reason SHA-256: ${hashReason(reason)}`],
    role: 'Appellant',
    sequence,
    validUntil,
  })
  return { address: signer.address, sequence, validUntil, signatures: [signer.sign(change(text))] }
}

async function openCase(databaseUrl: string, address: Address): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into case_file (address, case_id, kind, is_automated, opened_ms, changed_ms, is_open,
       outcome, change_seq, entry_count, head_hash)
     values ($1, 'stated', 'accusation', true, 0, 0, true, 'open', nextval('case_file_seq'), 0, $2)`,
    [address, '0'.repeat(64)],
  )
  await client.end()
}
