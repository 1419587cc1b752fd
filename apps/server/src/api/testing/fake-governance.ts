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

interface ScriptRequest {
  cadence: string
  args: string
}

function decodeRequest(body: string): ScriptRequest {
  const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8')
  const { script, arguments: args } = JSON.parse(body) as { script: string; arguments: string[] }
  return { cadence: decode(script), args: args.map(decode).join() }
}

type Answer = (governance: FakeGovernance, args: string) => LoopbackResponse | undefined

/** Answers to scripts, by a part of their source. */
const ANSWERS: readonly (readonly [string, Answer])[] = [
  ['struct Next', answerSequence],
  ['struct Eligibility', answerEligibility],
  [
    'struct Action',
    ({ target }) => toAnswer(optional(target === null ? null : buildAction(target))),
  ],
  ['struct Limits', answerLimits],
  ['getDetails()', answerNewAction],
  ['.recordBy(publisher)', (governance) => toAnswer(toArray([buildRecord(governance)]))],
  [
    'DharmaScore.lowest',
    (governance, args) =>
      governance.isScorePublished && args.includes(governance.address)
        ? toAnswer(optional(buildRecord(governance)))
        : undefined,
  ],
]

const answerScript = (governance: FakeGovernance, { cadence, args }: ScriptRequest) =>
  ANSWERS.find(([part]) => cadence.includes(part))?.[1](governance, args)

function answerSequence({ lastSequence, now }: FakeGovernance): LoopbackResponse {
  const next = [
    field('sequence', 'UInt64', String(lastSequence)),
    field('now', 'UFix64', `${now}.50000000`),
    field('maxValidity', 'UInt64', '86400'),
  ]
  return toAnswer({ type: 'Struct', value: { id: 'Next', fields: next } })
}

function answerEligibility(governance: FakeGovernance): LoopbackResponse {
  const { ineligibility, ownRecord, standingSince, now, height } = governance
  const refreshScore = ownRecord?.refreshScore ?? null
  const time = (seconds: number) => number('UFix64', `${seconds}.00000000`)
  const ofProposal = (value: object | null) => ({
    type: 'Dictionary',
    value: value === null ? [] : [{ key: number('UInt64', 1), value }],
  })
  const fields = [
    {
      name: 'reasons',
      value: ofProposal(ineligibility === null ? null : text(ineligibility)),
    },
    {
      name: 'refreshTenths',
      value: ofProposal(refreshScore === null ? null : number('UInt64', refreshScore * 10)),
    },
    {
      name: 'publishedAt',
      value: optional(ownRecord === null ? null : time(now - ownRecord.ageSeconds)),
    },
    {
      name: 'standingSince',
      value: optional(standingSince === null ? null : time(standingSince)),
    },
    { name: 'now', value: time(now) },
    { name: 'height', value: number('UInt64', height) },
  ]
  return toAnswer({ type: 'Struct', value: { id: 'Eligibility', fields } })
}

/** A wallet that may not vote shares two places with all others of its kind. */
function answerLimits({ openOnTopic, openProposals, ineligibility }: FakeGovernance) {
  const fields = [
    {
      name: 'openOnTopic',
      value: optional(openOnTopic === null ? null : number('UInt64', openOnTopic)),
    },
    { name: 'open', value: number('Int', openProposals) },
    { name: 'maxOpen', value: number('Int', 3) },
    { name: 'maxShared', value: optional(ineligibility === null ? null : number('Int', 2)) },
  ]
  return toAnswer({ type: 'Struct', value: { id: 'Limits', fields } })
}

const NEW_ACTION_LINES = [
  'Flag: 1',
  'Freeze: 2',
  `Recovery address: ${toTestAddress(5)}`,
  'Recovery address since: 2026-11-18 12:00 UTC',
  'Recovery address before: none',
]

/** The lines of all actions: a reader takes those of its own. */
function answerNewAction({ proposalProblem }: FakeGovernance): LoopbackResponse {
  if (proposalProblem === null) return toAnswer(text(NEW_ACTION_LINES.join('\n')))
  const message = `[Error Code: 1101] error\nerror: panic: DharmaGovernance: ${proposalProblem}`
  return { status: 400, json: { code: 400, message } }
}

const number = (type: string, value: number | string) => ({ type, value: String(value) })
const text = (value: string) => ({ type: 'String', value })
const optional = (value: object | null) => ({ type: 'Optional', value })
const field = (name: string, type: string, value: unknown) => ({ name, value: { type, value } })

const toAnswer = (value: object): LoopbackResponse => ({
  json: Buffer.from(JSON.stringify(value)).toString('base64'),
})

function buildAction(target: Address) {
  const nothing = (name: string) => ({ name, value: optional(null) })
  const fields = [
    field('name', 'String', 'freeze'),
    field('target', 'Address', target),
    ...['flagNumber', 'freezeNumber', 'recoveryAddress', 'recoveryAddressSince'].map(nothing),
    nothing('recoveryAddressBefore'),
  ]
  return { type: 'Struct', value: { id: 'Action', fields } }
}

const buildBlock = ({ now, height }: FakeGovernance) => ({
  header: {
    id: 'a',
    parent_id: 'b',
    height: String(height),
    timestamp: new Date(now * 1000).toISOString(),
  },
})

function buildRecord({ address, now }: FakeGovernance) {
  const factors = Array.from({ length: 6 }, () => ({ type: 'UInt64', value: '8000' }))
  const fields = [
    field('address', 'Address', address),
    field('scoreTenths', 'UInt64', '800'),
    field('level', 'UInt8', '3'),
    field('factors', 'Array', factors),
    field('version', 'String', '1.0.0'),
    field('evidenceHash', 'String', 'a'.repeat(64)),
    field('blockHeight', 'UInt64', '1'),
    field('publishedAt', 'UFix64', `${now - 60}.00000000`),
    field('publisher', 'Address', toTestAddress(9)),
  ]
  return { type: 'Struct', value: { id: 'Record', fields } }
}

const toArray = (value: object[]) => ({ type: 'Array', value })

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

const NIL_OPTIONAL = JSON.stringify({ type: 'Optional', value: null })

/**
 * Returns a node's response to the script that reads a published score when there is none;
 * `undefined` for other requests.
 */
export function respondWithoutPublishedScore({
  path,
  body,
}: LoopbackRequest): LoopbackResponse | undefined {
  if (!path.startsWith('/v1/scripts')) return undefined
  const cadence = Buffer.from(String(JSON.parse(body).script), 'base64').toString('utf8')
  if (!cadence.includes('DharmaScore')) return undefined
  return { json: Buffer.from(NIL_OPTIONAL).toString('base64') }
}
