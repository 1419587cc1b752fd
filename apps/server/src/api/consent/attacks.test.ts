import { flagWallet } from '@app/api/routes/actions.ts'
import { castVote, castVotes } from '@app/api/routes/governance.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIndependentWallet } from '../../testing/independent-wallet.ts'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { keepAgentAlive, recordAgentHeartbeat } from '../../testing/record-agent-heartbeat.ts'
import { createFakeGovernance } from '../testing/fake-governance.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { EVIL } from '../testing/insert-test-session.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { buildSignedRequest, type SignedChanges } from '../testing/sign-request.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ limits: { chainWaitMs: 50 } })
  await writeIndexedRows(api.context, {}, 5)
  await insertTestProposal(api.context, { id: 1 })
  await insertTestProposal(api.context, { id: 3 })
})

keepAgentAlive(() => [api.context])

beforeEach(async () => {
  const { respondTo: _, address: __, keys: ___, ...state } = createFakeGovernance()
  const wallet = createIndependentWallet(api.governance.address)
  Object.assign(api.governance, state)
  api.governance.keys = [{ wallet, weight: 1000, isRevoked: false }]
  await api.context.pool.query('delete from agent_action')
})

afterAll(() => api.finish())

const vote = (changes: SignedChanges = {}) => buildSignedRequest(castVote, api.governance, changes)

async function ask(request: InjectOptions): Promise<string> {
  return (await api.app.inject(request)).json().code
}

const countQueued = async () =>
  (await api.context.db.selectFrom('agent_action').select('id').execute()).length

/** Without an agent, an accepted message stays queued. */
const ACCEPTED = 'transaction_not_sent'

async function expectRefused(request: InjectOptions, code: string): Promise<void> {
  const before = await countQueued()
  expect(await ask(request)).toBe(code)
  expect(await countQueued()).toBe(before)
}

it('a message that its wallet signed is queued, once', async () => {
  const request = vote()
  expect(await ask(request)).toBe(ACCEPTED)
  expect(await ask(request)).toBe(ACCEPTED)
  expect(await countQueued()).toBe(1)
})

describe('a signature', () => {
  it.each<[string, (text: string) => string]>([
    ['for another proposal', (text) => text.replace('Proposal: 1', 'Proposal: 3')],
    ['for another choice', (text) => text.replace('for', 'against')],
    ['for another target', (text) => text.replace(toTestAddress(8), toTestAddress(9))],
    ['for another network', (text) => text.replace('local', 'testnet')],
    ['for another contract', (text) => text.replace('0xf8d6e0586b0a20c7', toTestAddress(9))],
    ['for another voter', (text) => text.replace(/Voter: .*/, `Voter: ${toTestAddress(9)}`)],
    ['for another sequence number', (text) => text.replace('Sequence: 1', 'Sequence: 2')],
    ['for a proposal', (text) => text.replace('Guard vote', 'Guard proposal')],
  ])('%s is refused', async (_, changeText) => {
    await expectRefused(vote({ changeText }), 'signature_refused')
  })

  it('of another text is refused with the text that was checked', async () => {
    const texts: string[] = []
    const changeText = (text: string) => {
      texts.push(text)
      return `${text}\n`
    }
    const { details } = (await api.app.inject(vote({ changeText }))).json()
    expect(details).toEqual([
      { field: 'wallet.signatures', message: `The text that was checked is:\n${texts[0]}` },
    ])
  })

  it.each<[string, (request: ReturnType<typeof vote>) => void]>([
    [
      'of another wallet',
      () => {
        api.governance.keys[0]!.wallet = createIndependentWallet(api.governance.address)
      },
    ],
    [
      'of a revoked key',
      () => {
        api.governance.keys[0]!.isRevoked = true
      },
    ],
    [
      'with another tag',
      ({ payload }) => {
        const { wallet } = payload as { wallet: { signatures: object[] } }
        wallet.signatures = [api.governance.keys[0]!.wallet.sign('x', 'FCL-ACCOUNT-PROOF-V0.0')]
      },
    ],
  ])('%s is refused', async (_, change) => {
    const request = vote()
    change(request)
    await expectRefused(request, 'signature_refused')
  })

  it('in the name of another account is refused', async () => {
    const address = computeAddressAtIndex(9_999, 'local')
    await expectRefused(vote({ address }), 'account_not_found')
  })

  it('of half the weight is refused, also twice, and accepted from two keys', async () => {
    const wallet = createIndependentWallet(api.governance.address)
    api.governance.keys[0]!.weight = 500
    api.governance.keys.push({ wallet, weight: 500, isRevoked: false })
    await expectRefused(vote(), 'signature_refused')
    await expectRefused(vote({ signers: [0, 0] }), 'signature_refused')
    expect(await ask(vote({ signers: [0, 1] }))).toBe(ACCEPTED)
  })

  it('that was relayed is refused with other content, and for other signatures of the same', async () => {
    const request = vote()
    await ask(request)
    api.governance.lastSequence = 1
    const { wallet } = request.payload
    const other = { ...request, payload: { support: false, wallet } }
    await expectRefused(other, 'signature_refused')
    const forged = { ...(wallet as object), signatures: [{ keyId: 0, signature: '5a'.repeat(64) }] }
    await expectRefused(
      { ...request, payload: { support: true, wallet: forged } },
      'signature_refused',
    )
    expect(await ask(request)).toBe(ACCEPTED)
  })
})

describe('the numbers of a message', () => {
  it.each<[string, SignedChanges, string]>([
    ['a used sequence number', { sequence: 5 }, 'sequence_refused'],
    ['a jump of more than 1,000', { sequence: 1_006 }, 'sequence_refused'],
    ['an end that is over', { validUntil: -60 }, 'message_expired'],
    ['an end more than a day ahead', { validUntil: 86_460 }, 'validity_too_long'],
  ])('with %s are refused', async (_, { validUntil, ...changes }, code) => {
    api.governance.lastSequence = 5
    const ahead = validUntil === undefined ? {} : { validUntil: api.governance.now + validUntil }
    await expectRefused(vote({ sequence: 6, ...changes, ...ahead }), code)
  })

  it('name the end that was signed and the latest possible one, in the units of the text', async () => {
    api.governance.now = Date.UTC(2026, 10, 25, 12) / 1000
    const message = async (ahead: number) => {
      const request = vote({ validUntil: api.governance.now + ahead })
      return (await api.app.inject(request)).json().message
    }
    expect(await message(86_460)).toBe(
      'The signed message is valid until 2026-11-26 12:01 UTC, more than 24 hours ahead of the latest block. Sign it again with an end of 2026-11-26 12:00 UTC at the latest.',
    )
    expect(await message(-60)).toBe(
      'The signed message was valid until 2026-11-25 11:59 UTC. Sign it again.',
    )
  })

  it('of the votes in it are of one proposal each', async () => {
    const choice = { proposalId: 1, support: true }
    const request = buildSignedRequest(castVotes, api.governance, {
      body: { votes: [choice, choice] },
    })
    expect((await api.app.inject(request)).json()).toMatchObject({
      code: 'invalid_request',
      message: 'votes must name each proposal once, but names proposal 1 twice',
      details: [{ field: 'votes' }],
    })
  })

  it.each([6, 1_005])('%i is taken after 5', async (sequence) => {
    api.governance.lastSequence = 5
    expect(await ask(vote({ sequence }))).toBe(ACCEPTED)
  })

  it('of two messages are not the same, and a lower one does not follow a higher', async () => {
    expect(await ask(vote({ sequence: 3 }))).toBe(ACCEPTED)
    await expectRefused(vote({ sequence: 3, proposalId: 3 }), 'sequence_refused')
    await expectRefused(vote({ sequence: 2 }), 'sequence_refused')
  })
})

describe('a page of another website', () => {
  const headers = { origin: EVIL, cookie: `dharma_session=${'a'.repeat(64)}` }

  it.each([
    ['with the body of the app', { 'content-type': 'application/json' }, 'origin_refused'],
    ['with a form', { 'content-type': 'text/plain' }, 'unsupported_content_type'],
  ])('relays nothing %s', async (_, type, code) => {
    const { url, payload } = vote()
    const body = { method: 'POST', url, payload: JSON.stringify(payload) } as const
    await expectRefused({ ...body, headers: { ...headers, ...type } }, code)
    await expectRefused({ ...body, headers: { origin: EVIL, ...type } }, code)
  })

  it('relays nothing without naming its origin', async () => {
    const request = vote({ headers: { 'sec-fetch-site': 'cross-site' } })
    await expectRefused(request, 'origin_refused')
    await expectRefused(vote({ headers: { origin: 'null' } }), 'origin_refused')
  })
})

it('an address of another network is refused, also inside of a body', async () => {
  const request = vote({ address: '0x8c5303eaa26202d6' as never })
  await expectRefused(request, 'address_not_on_network')
})

describe('a wallet', () => {
  it('has a limit per minute that only its own signatures use up', async () => {
    const small = await openTestApi({
      limits: { messagesPerMinute: 1, chainWaitMs: 50 },
    })
    await insertTestProposal(small.context, { id: 1 })
    await recordAgentHeartbeat(small.context)
    const sign = (changes: SignedChanges) => buildSignedRequest(castVote, small.governance, changes)
    for (let i = 0; i < 3; i += 1) {
      const forged = await small.app.inject(sign({ changeText: (text) => `${text}!` }))
      expect(forged.json().code).toBe('signature_refused')
    }
    expect((await small.app.inject(sign({ sequence: 1 }))).json().code).toBe(ACCEPTED)
    const refused = await small.app.inject(sign({ sequence: 2 }))
    expect(refused.json().code).toBe('rate_limited')
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await small.finish()
  })

  it('cannot flag with the signature of a vouch', async () => {
    const changeText = (text: string) => text.replace('Guard report', 'Guard vouch')
    await expectRefused(
      buildSignedRequest(flagWallet, api.governance, { changeText }),
      'signature_refused',
    )
  })
})
