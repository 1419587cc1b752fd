import { createHash } from 'node:crypto'
import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { CaseFile } from '@app/api/schemas/case.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaseStages } from '../../cases/create-case-stage.ts'
import { createNotifications, type Notifications } from '../../db/notifications.ts'
import { runStage, type ScheduledStage } from '../../runtime/stage.ts'
import { createIndependentWallet } from '../../testing/independent-wallet.ts'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { TEST_CASE_ID } from '../testing/build-valid-request.ts'
import { createFakeGovernance, FAKE_NOW } from '../testing/fake-governance.ts'
import { insertTestCase, insertTestFlag } from '../testing/insert-governance.ts'
import { EVIL } from '../testing/insert-test-session.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { buildSignedRequest, type SignedChanges } from '../testing/sign-request.ts'

let api: TestApi
let notifications: Notifications
let cases: Promise<void>
const ending = new AbortController()

const DAY = 86_400
const HELLO = 'It was my own money.'
const SORRY = 'It was my own money, and I can show it.'

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, 5)
  const { config, log } = api.context
  notifications = await createNotifications(String(config.databaseUrl), log)
  const { signal } = ending
  const [{ stage, ...schedule }] = createCaseStages(api.context) as [ScheduledStage]
  cases = runStage(stage, { signal, log, wake: notifications.wakeOn({ ...schedule, signal }) })
})

beforeEach(async () => {
  const { respondTo: _, address, keys: __, ...state } = createFakeGovernance()
  Object.assign(api.governance, state)
  api.governance.keys = [
    { wallet: createIndependentWallet(address), weight: 1000, isRevoked: false },
  ]
  await api.context.pool.query(
    'truncate case_owner_statement, case_file, case_entry, case_text, case_change, dao_flag',
  )
  await insertTestCase(api.context, { address })
  await insertTestFlag(api.context, { address, caseId: TEST_CASE_ID })
  await setBlockTime(FAKE_NOW)
})

afterAll(async () => {
  ending.abort()
  await cases
  await notifications.close()
  await api.finish()
})

/** Sets the time of the latest block, in Unix seconds. */
async function setBlockTime(seconds: number): Promise<void> {
  api.governance.now = seconds
  await api.context.pool.query('update chain_cursor set block_ms = $1', [seconds * 1000])
}

const sign = (text: string, changes: SignedChanges = {}) =>
  buildSignedRequest(stateAsOwner, api.governance, { sequence: 1, body: { text }, ...changes })

const ask = async (request: InjectOptions) => (await api.app.inject(request)).json()

const state = (text: string, changes: SignedChanges = {}) => ask(sign(text, changes))

async function readStatements(): Promise<string[]> {
  const rows = api.context.db.selectFrom('case_owner_statement').select('text').orderBy('sequence')
  return (await rows.execute()).map(({ text }) => text)
}

async function expectRefused(request: InjectOptions, code: string): Promise<void> {
  const before = await readStatements()
  expect(await ask(request)).toMatchObject({ code })
  expect(await readStatements()).toEqual(before)
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

describe('what an owner states', () => {
  it('stands in the case, with the message that can be verified', async () => {
    const { data } = await state(HELLO)
    expect(data).toMatchObject({ caseId: TEST_CASE_ID, ownerStatement: { text: HELLO } })
    const [row] = await api.context.db.selectFrom('case_owner_statement').selectAll().execute()
    expect(row).toMatchObject({
      address: api.governance.address,
      case_id: TEST_CASE_ID,
      sequence: 1,
      text_hash: hash(HELLO),
      at_ms: FAKE_NOW * 1000,
    })
    const { wallet } = api.governance.keys[0]!
    expect(row?.message).toMatchObject({ sequence: 1, validUntil: FAKE_NOW + 3_600 })
    expect(row?.message.text).toContain(`Text SHA-256: ${hash(HELLO)}`)
    expect(row?.message.signatures).toMatchObject([
      { keyIndex: 0, publicKey: wallet.publicKeyHex, weight: 1000 },
    ])
  })

  it('is an entry of the case, and stays one when another statement replaces it', async () => {
    await state(HELLO)
    await setBlockTime(FAKE_NOW + DAY)
    const { data } = await state(SORRY, { sequence: 2 })
    const entries = (data as CaseFile).entries.filter(({ kind }) => kind === 'owner_statement')
    const by = api.governance.address
    expect(entries).toMatchObject([
      { by, text: HELLO, textHash: hash(HELLO), message: { sequence: 1 } },
      { by, text: SORRY, textHash: hash(SORRY), message: { sequence: 2 } },
    ])
  })
})

describe('a statement', () => {
  it('is replaced once a day by block time', async () => {
    await state(HELLO)
    await setBlockTime(FAKE_NOW + DAY - 60)
    await expectRefused(sign(SORRY, { sequence: 2 }), 'statement_refused')
    const { message } = await state(SORRY, { sequence: 2 })
    expect(message).toContain('from 23 Nov 2026, 12:00 UTC on')
    await setBlockTime(FAKE_NOW + DAY)
    expect((await state(SORRY, { sequence: 2 })).data.ownerStatement.text).toBe(SORRY)
    expect(await readStatements()).toEqual([HELLO, SORRY])
  })

  it('that arrives again changes nothing, also after its end and by other signatures', async () => {
    const request = sign(HELLO)
    const first = await ask(request)
    await setBlockTime(FAKE_NOW + 2 * DAY)
    expect((await ask(request)).data).toEqual(first.data)
    const wallet = createIndependentWallet(api.governance.address)
    api.governance.keys.push({ wallet, weight: 1000, isRevoked: false })
    const again = sign(HELLO, { validUntil: FAKE_NOW + 3_600, signers: [1] })
    expect(again.payload.wallet).not.toEqual(request.payload.wallet)
    expect((await ask(again)).data).toEqual(first.data)
    expect(await readStatements()).toEqual([HELLO])
  })

  it.each([
    [-60, 'message_expired'],
    [DAY + 60, 'validity_too_long'],
  ])('with an end %i seconds from now is refused', async (seconds, code) => {
    await expectRefused(sign(HELLO, { validUntil: FAKE_NOW + seconds }), code)
  })

  it('about a case that does not exist, or is about another wallet, is refused', async () => {
    await expectRefused(sign(HELLO, { caseId: 'nothing' }), 'case_not_found')
    await insertTestCase(api.context, { address: toTestAddress(9), caseId: 'theirs' })
    await expectRefused(sign(HELLO, { caseId: 'theirs' }), 'case_not_found')
  })
})

describe('a signature', () => {
  it.each<[string, (text: string) => string]>([
    ['of another text', (text) => text.replace(/SHA-256: .*/, `SHA-256: ${'a'.repeat(64)}`)],
    ['for another case', (text) => text.replace(`Case: ${TEST_CASE_ID}`, 'Case: other')],
    ['for another owner', (text) => text.replace(/Owner: .*/, `Owner: ${toTestAddress(9)}`)],
  ])('%s is refused', async (_, changeText) => {
    await expectRefused(sign(HELLO, { changeText }), 'signature_refused')
  })

  it('of another wallet about this one is refused', async () => {
    const other = toTestAddress(9)
    await insertTestCase(api.context, { address: other })
    const request = sign(HELLO)
    const url = request.url.replace(api.governance.address, other)
    await expectRefused({ ...request, url }, 'signature_refused')
  })

  it('is asked for in the words of the page, and not taken from another website', async () => {
    const { url, payload } = sign(HELLO)
    const body = { text: payload.text }
    expect(await ask({ method: 'PUT', url, payload: body })).toMatchObject({
      code: 'wallet_required',
      message: 'Connect your wallet to state something about this case',
    })
    await expectRefused(sign(HELLO, { headers: { origin: EVIL } }), 'origin_refused')
  })
})

it('a wallet has a limit per minute that only its own signatures use up', async () => {
  const small = await openTestApi({ limits: { messagesPerMinute: 1, chainWaitMs: 50 } })
  await writeIndexedRows(small.context, {}, 5)
  await insertTestCase(small.context, { address: small.governance.address })
  await small.context.pool.query('update chain_cursor set block_ms = $1', [FAKE_NOW * 1000])
  const signSmall = (changes: SignedChanges) =>
    small.app.inject(buildSignedRequest(stateAsOwner, small.governance, changes))
  const forged = await signSmall({ changeText: (text) => `${text}!` })
  expect(forged.json().code).toBe('signature_refused')
  expect((await signSmall({ sequence: 1 })).statusCode).toBe(200)
  expect((await signSmall({ sequence: 1 })).json().code).toBe('rate_limited')
  await small.finish()
})
