import type { LoopbackRequest, LoopbackResponse } from '@app/flow/testing/loopback-server.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import {
  createIndependentWallet,
  type IndependentWallet,
} from '../../testing/independent-wallet.ts'
import { toTestAddress } from '../../testing/ledger.ts'

/** A key of the wallet's account as a node returns it. */
interface FakeKey {
  wallet: IndependentWallet
  weight: number
  isRevoked: boolean
}

/** What the script about eligibility says of the record of the publisher whom it is asked about. */
interface OwnRecord {
  /** Seconds before the latest block at which it was published. */
  ageSeconds: number
  /** The least score, 0 to 100, with which another publication lets the wallet vote; `null` where none does. */
  refreshScore: number | null
}

/** The state of a chain with governance on which one wallet exists. */
export interface FakeGovernance {
  /** The address of the wallet; it has the keys in `keys`. */
  address: Address
  keys: FakeKey[]
  /** Accounts that exist besides the wallet. */
  others: Address[]
  lastSequence: number
  /** Unix seconds and height of the latest block. */
  now: number
  height: number
  /** Why the wallet may not vote; `null` when it may. */
  ineligibility: string | null
  /** Why no proposal can be opened; `null` when it can. */
  proposalProblem: string | null
  /** Target of the freezes that are proposed; `null` when the chain has no proposals. */
  target: Address | null
  isScorePublished: boolean
  /** The wallet's latest record by this server; `null` when it has none. */
  ownRecord: OwnRecord | null
  /** Number of the open proposal that keeps others out; `null` when there is none. */
  openOnTopic: number | null
  /** Open proposals of the wallet. */
  openProposals: number
  /** Unix seconds since when the wallet's records stand without a break; `null` when they do not. */
  standingSince: number | null
  /** Answers requests about it; `undefined` for all others. */
  respondTo(request: LoopbackRequest): LoopbackResponse | undefined
}

/** A block time, 2026-11-22 12:00 UTC. */
export const FAKE_NOW = 1_795_348_800

/** The target in the examples of the API. */
const EXAMPLE_TARGET = toAddress('0x179b6b1cb6755e31')

export function createFakeGovernance(): FakeGovernance {
  const address = toTestAddress(7)
  const governance: FakeGovernance = {
    address,
    keys: [{ wallet: createIndependentWallet(address), weight: 1000, isRevoked: false }],
    others: [EXAMPLE_TARGET],
    lastSequence: 0,
    now: FAKE_NOW,
    height: 1,
    ineligibility: null,
    proposalProblem: null,
    target: toTestAddress(8),
    isScorePublished: true,
    ownRecord: null,
    openOnTopic: null,
    openProposals: 0,
    standingSince: null,
    respondTo: ({ path, body }) => {
      if (path.startsWith(`/v1/accounts/${address.slice(2)}`) || path.includes(address)) {
        return { json: buildAccount(governance) }
      }
      const other = governance.others.find((one) => path.includes(one.slice(2)))
      if (other !== undefined) return { json: buildAccount({ address: other, keys: [] }) }
      if (path.startsWith('/v1/blocks')) return { json: [buildBlock(governance)] }
      if (!path.startsWith('/v1/scripts')) return undefined
      return answerScript(governance, decodeRequest(body))
    },
  }
  return governance
}

function decodeRequest(body: string): { cadence: string; args: string } {
  const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8')
  const { script, arguments: args } = JSON.parse(body) as { script: string; arguments: string[] }
  return { cadence: decode(script), args: args.map(decode).join() }
}

const of = (type: string, value: unknown) => ({ type, value: String(value) })
const list = (value: object[]) => ({ type: 'Array', value })
const optional = (value: object | null) => ({ type: 'Optional', value })
const time = (seconds: number) => of('UFix64', `${seconds}.00000000`)
const struct = (id: string, fields: Record<string, object>) => ({
  type: 'Struct',
  value: { id, fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
})

/** What scripts return, by a part of their source; `undefined`: nothing. */
const VALUES: readonly (readonly [string, (chain: FakeGovernance) => object | undefined])[] = [
  [
    'struct Next',
    ({ lastSequence, now }) =>
      struct('Next', {
        sequence: of('UInt64', lastSequence),
        now: of('UFix64', `${now}.50000000`),
        maxValidity: of('UInt64', 86_400),
      }),
  ],
  ['struct Eligibility', buildEligibility],
  ['struct Action', ({ target }) => optional(target === null ? null : buildAction(target))],
  [
    'struct Limits',
    // A wallet that may not vote shares two places with all others of its kind.
    ({ openOnTopic, openProposals, ineligibility }) =>
      struct('Limits', {
        openOnTopic: optional(openOnTopic === null ? null : of('UInt64', openOnTopic)),
        open: of('Int', openProposals),
        maxOpen: of('Int', 3),
        maxShared: optional(ineligibility === null ? null : of('Int', 2)),
      }),
  ],
  ['.recordBy(publisher)', (chain) => list([buildRecord(chain)])],
]

function answerScript(
  governance: FakeGovernance,
  { cadence, args }: { cadence: string; args: string },
): LoopbackResponse | undefined {
  const value = VALUES.find(([part]) => cadence.includes(part))?.[1](governance)
  if (value !== undefined) return toAnswer(value)
  if (cadence.includes('getDetails()')) return answerNewAction(governance)
  const isAboutOwn = governance.isScorePublished && args.includes(governance.address)
  return cadence.includes('DharmaScore.lowest') && isAboutOwn
    ? toAnswer(optional(buildRecord(governance)))
    : undefined
}

const toAnswer = (value: object): LoopbackResponse => ({
  json: Buffer.from(JSON.stringify(value)).toString('base64'),
})

function buildEligibility(governance: FakeGovernance) {
  const { ineligibility, ownRecord, standingSince, now, height } = governance
  const refreshScore = ownRecord?.refreshScore ?? null
  const ofProposal = (value: object | null) => ({
    type: 'Dictionary',
    value: value === null ? [] : [{ key: of('UInt64', 1), value }],
  })
  return struct('Eligibility', {
    reasons: ofProposal(ineligibility === null ? null : of('String', ineligibility)),
    refreshTenths: ofProposal(refreshScore === null ? null : of('UInt64', refreshScore * 10)),
    publishedAt: optional(ownRecord === null ? null : time(now - ownRecord.ageSeconds)),
    standingSince: optional(standingSince === null ? null : time(standingSince)),
    now: time(now),
    height: of('UInt64', height),
  })
}

/** The lines of all actions: a reader takes those of its own. */
const NEW_ACTION_LINES = [
  'Flag: 1',
  'Freeze: 2',
  `Recovery address: ${toTestAddress(5)}`,
  'Recovery address since: 2026-11-18 12:00 UTC',
  'Recovery address before: none',
]

function answerNewAction({ proposalProblem }: FakeGovernance): LoopbackResponse {
  if (proposalProblem === null) return toAnswer(of('String', NEW_ACTION_LINES.join('\n')))
  const message = `[Error Code: 1101] error\nerror: panic: DharmaGovernance: ${proposalProblem}`
  return { status: 400, json: { code: 400, message } }
}

const buildAction = (target: Address) =>
  struct('Action', {
    name: of('String', 'freeze'),
    target: of('Address', target),
    flagNumber: optional(null),
    freezeNumber: optional(null),
    recoveryAddress: optional(null),
    recoveryAddressSince: optional(null),
    recoveryAddressBefore: optional(null),
  })

const buildBlock = ({ now, height }: FakeGovernance) => ({
  header: {
    id: 'a',
    parent_id: 'b',
    height: String(height),
    timestamp: new Date(now * 1000).toISOString(),
  },
})

const buildRecord = ({ address, now }: FakeGovernance) =>
  struct('Record', {
    address: of('Address', address),
    scoreTenths: of('UInt64', 800),
    level: of('UInt8', 3),
    factors: list(Array.from({ length: 6 }, () => of('UInt64', 8_000))),
    version: of('String', '1.0.0'),
    evidenceHash: of('String', 'a'.repeat(64)),
    blockHeight: of('UInt64', 1),
    publishedAt: time(now - 60),
    publisher: of('Address', toTestAddress(9)),
  })

const buildAccount = ({ address, keys }: Pick<FakeGovernance, 'address' | 'keys'>) => ({
  address: address.slice(2),
  balance: '0',
  keys: keys.map(({ wallet, weight, isRevoked }, index) => ({
    index: String(index),
    public_key: `0x${wallet.publicKeyHex}`,
    signing_algorithm: 'ECDSA_P256',
    hashing_algorithm: 'SHA3_256',
    sequence_number: '0',
    weight: String(weight),
    revoked: isRevoked,
  })),
})

/** Answers the script that reads a published score, when there is none. */
export function respondWithoutPublishedScore({
  path,
  body,
}: LoopbackRequest): LoopbackResponse | undefined {
  const isAsked =
    path.startsWith('/v1/scripts') && decodeRequest(body).cadence.includes('DharmaScore')
  return isAsked ? toAnswer(optional(null)) : undefined
}
