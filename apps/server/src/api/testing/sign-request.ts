import { createHash } from 'node:crypto'
import { buildUrl } from '@app/api/client/client.ts'
import type { Route } from '@app/api/routes/route.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { InjectOptions } from 'fastify'
import { buildDocumentedText, type MessageText } from '../../testing/independent-wallet.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { TEST_CASE_ID } from './build-valid-request.ts'
import type { FakeGovernance } from './fake-governance.ts'

/** What is signed otherwise than the request says, or otherwise than in an ordinary request. */
export interface SignedChanges {
  proposalId?: number
  caseId?: string
  /** Fields of the body, which are signed too. */
  body?: Record<string, unknown>
  sequence?: number
  validUntil?: number
  /** Changes the text before it is signed. */
  changeText?: (text: string) => string
  /** Indexes of the keys that sign. */
  signers?: number[]
  /** The address that the request claims. */
  address?: Address
  headers?: Record<string, string>
}

/** Routes that relay a signed message. */
export const takesWallet = ({ body }: Route): boolean =>
  Object.hasOwn((body as { properties?: object } | undefined)?.properties ?? {}, 'wallet')

/** Builds a request that the wallet signed, with the body of the route's example. */
export function buildSignedRequest(
  route: Route,
  governance: FakeGovernance,
  changes: SignedChanges = {},
): InjectOptions & { url: string; payload: Record<string, unknown> } {
  const {
    proposalId = 1,
    caseId = TEST_CASE_ID,
    sequence = governance.lastSequence + 1,
    signers = [0],
  } = changes
  const { validUntil = governance.now + 3_600, address = governance.address } = changes
  const body = { ...buildBody(route, changes), ...changes.body }
  const message = { ...buildLines(route, body, { proposalId, caseId }), sequence, validUntil }
  const text = buildDocumentedText(address, message)
  const signed = changes.changeText?.(text) ?? text
  const signatures = signers.map((keyId) => {
    const key = governance.keys[keyId]
    if (key === undefined) throw new RangeError(`there is no key ${keyId}`)
    return { ...key.wallet.sign(signed), keyId }
  })
  return {
    method: route.method,
    url: buildUrl(route, { params: { id: String(proposalId), address, caseId } }),
    payload: { ...body, wallet: { address, sequence, validUntil, signatures } },
    headers: changes.headers ?? {},
  }
}

/** The body of the route's example, about the proposal. */
function buildBody({ bodyExample }: Route, { proposalId = 1 }: SignedChanges) {
  const example = bodyExample as Record<string, unknown>
  return 'votes' in example ? { votes: [{ proposalId, support: true }] } : example
}

type Lines = Pick<MessageText, 'subject' | 'role' | 'lines'>

const SUBJECTS: Readonly<Record<string, { subject: string; role: string }>> = {
  createProposal: { subject: 'proposal', role: 'Proposer' },
  castVote: { subject: 'vote', role: 'Voter' },
  castVotes: { subject: 'vote', role: 'Voter' },
  flagWallet: { subject: 'report', role: 'Reporter' },
  withdrawFlag: { subject: 'report withdrawal', role: 'Reporter' },
  vouchForWallet: { subject: 'vouch', role: 'Voucher' },
  withdrawVouch: { subject: 'vouch withdrawal', role: 'Voucher' },
  openAppeal: { subject: 'appeal', role: 'Appellant' },
  stateAsOwner: { subject: 'owner statement', role: 'Owner' },
}

function buildLines(
  route: Route,
  body: Record<string, unknown>,
  { proposalId, caseId }: { proposalId: number; caseId: string },
): Lines {
  const subject = SUBJECTS[route.operationId]
  if (subject === undefined) throw new RangeError(`${route.operationId} relays no message`)
  const target = `Target: ${body.targetAddress === undefined ? '' : toAddress(String(body.targetAddress))}`
  const reason = `Reason SHA-256: ${hash(body.reason)}`
  switch (subject.subject) {
    case 'proposal':
      return { ...subject, lines: ['Action: freeze', target, reason] }
    case 'vote': {
      const one = { proposalId, support: body.support === true }
      const votes = (body.votes as (typeof one)[] | undefined) ?? [one]
      return { ...subject, lines: votes.flatMap(buildVoteLines) }
    }
    case 'report':
      return { ...subject, lines: [target, reason] }
    case 'appeal': {
      const against = body.against as { flagNumber: number }
      return { ...subject, lines: [`Flag: ${against.flagNumber}`, reason] }
    }
    case 'owner statement':
      return { ...subject, lines: [`Case: ${caseId}`, `Text SHA-256: ${hash(body.text)}`] }
    default:
      return { ...subject, lines: [target] }
  }
}

const buildVoteLines = ({ proposalId, support }: { proposalId: number; support: boolean }) => [
  `Proposal: ${proposalId}`,
  'Action: freeze',
  `Target: ${toTestAddress(8)}`,
  `Choice: ${support ? 'for' : 'against'}`,
]

const hash = (text: unknown) => createHash('sha256').update(String(text)).digest('hex')
