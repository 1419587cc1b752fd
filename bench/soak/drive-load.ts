import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@app/api/client/client.ts'
import { createChainClient } from '@app/world/create-chain.ts'
import { createPeople } from '@app/world/people/create-person.ts'
import { voteThroughApi } from '@app/world/people/signed-calls.ts'
import type { HostedWorld } from './host-world.ts'

/** How often something of a kind was done, and how often it failed. */
export interface LoadCounts {
  done: number
  failed: number
  lastProblem: string
}

export type LoadReport = Record<LoadKind, LoadCounts>

type LoadKind = 'payments' | 'reads' | 'streams' | 'votes'

/**
 * Milliseconds between two of a kind: a payment waits for its block, so there are at most about four in two
 * seconds; votes stay below the daily limit of signed messages of a wallet for an hour and more.
 */
const PAYMENT_PAUSE_MS = 500
const READ_PAUSE_MS = 100
const READERS = 2
const STREAM_PAUSE_MS = 2_000
const VOTE_PAUSE_MS = 30_000

/** Pairs that pay each other back and forth, so that nobody runs out of money. */
const PAIRS = [
  ['alice', 'bob'],
  ['carol', 'dave'],
] as const

/** The vote about mallory is open in every local world. */
const OPEN_TARGET = 'mallory'

/** Drives a world until `signal` aborts, with a bounded load on loopback; resolves when all has ended. */
export async function driveLoad(
  world: HostedWorld,
  { report, signal }: { report: LoadReport; signal: AbortSignal },
): Promise<void> {
  const chain = createChainClient(world.emulator)
  const people = createPeople(chain, world.addresses)
  const repeat = (kind: LoadKind, pauseMs: number, work: (turn: number) => Promise<unknown>) =>
    repeatWork({ counts: report[kind], pauseMs, signal }, work)
  const payments = PAIRS.map(([a, b]) =>
    repeat('payments', PAYMENT_PAUSE_MS, (turn) =>
      turn % 2 === 0 ? people[a].pay(people[b], '0.5') : people[b].pay(people[a], '0.5'),
    ),
  )
  const paths = listPaths(world)
  const readers = Array.from({ length: READERS }, (_, reader) =>
    repeat('reads', READ_PAUSE_MS, (turn) =>
      read(`${world.apiUrl}${paths[(turn * READERS + reader) % paths.length]}`),
    ),
  )
  const client = createClient({ baseUrl: world.apiUrl })
  const votes = repeat('votes', VOTE_PAUSE_MS, async (turn) => {
    const voter = turn % 2 === 0 ? people.alice : people.bob
    const id = await findOpenProposal(world, people[OPEN_TARGET].address)
    await voteThroughApi({ chain, client, address: voter.address }, { id, support: turn % 4 < 2 })
  })
  const streams = repeat('streams', STREAM_PAUSE_MS, () => openStream(world.apiUrl))
  await Promise.all([...payments, ...readers, votes, streams])
}

export const createLoadReport = (): LoadReport => ({
  payments: createCounts(),
  reads: createCounts(),
  streams: createCounts(),
  votes: createCounts(),
})

const createCounts = (): LoadCounts => ({ done: 0, failed: 0, lastProblem: '' })

async function repeatWork(
  { counts, pauseMs, signal }: { counts: LoadCounts; pauseMs: number; signal: AbortSignal },
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    try {
      await work(turn)
      counts.done += 1
    } catch (error) {
      counts.failed += 1
      counts.lastProblem = String(error)
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {})
  }
}

/** What pages ask for, about every account in turn. */
function listPaths({ addresses }: HostedWorld): string[] {
  const ofAccounts = addresses.flatMap(([, address]) => [
    `/v1/score/${address}`,
    `/v1/accounts/${address}/transfers`,
    `/v1/score/${address}/history`,
  ])
  const common = [
    '/v1/governance/proposals',
    '/v1/agent/history',
    '/v1/agent/status',
    '/v1/actions',
  ]
  return ofAccounts.flatMap((path, index) => [path, common[index % common.length] ?? path])
}

async function read(url: string): Promise<void> {
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
}

/** Opens the stream of all alerts, reads its beginning and leaves, as a closed page does. */
async function openStream(apiUrl: string): Promise<void> {
  const leaving = new AbortController()
  const response = await fetch(`${apiUrl}/v1/stream?topics=all_alerts`, { signal: leaving.signal })
  if (!response.ok) throw new Error(`the stream: ${response.status}`)
  await response.body?.getReader().read()
  leaving.abort()
}

async function findOpenProposal({ apiUrl }: HostedWorld, target: string): Promise<number> {
  const response = await fetch(`${apiUrl}/v1/governance/proposals`)
  const { data } = (await response.json()) as {
    data: { id: number; targetAddress: string; status: string }[]
  }
  const open = data.find(
    ({ targetAddress, status }) => targetAddress === target && status === 'active',
  )
  if (open === undefined) throw new Error('no proposal about mallory is open')
  return open.id
}
