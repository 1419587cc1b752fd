import { createHash } from 'node:crypto'
import type { CaseEntry } from '@app/api/schemas/case.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadCaseFile } from '../api/cases/cases.ts'
import { createNotifications } from '../db/notifications.ts'
import type { NewContractEventRow } from '../db/tables/chain-tables.ts'
import { createMirrorStage } from '../governance/mirror/create-mirror-stage.ts'
import { readProposal } from '../governance/read-proposals.ts'
import { AGENT, ALICE, BOB, DAY, ROWS, START, TARGET } from '../governance/testing/dao-events.ts'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { buildLiveCursor } from '../testing/ledger.ts'
import { createCaseStages } from './create-case-stage.ts'
import { readCases } from './read-case.ts'
import { showText, withholdText } from './write-withheld-text.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

const TABLES = [
  ...['chain_contract_event', 'chain_contract_cursor', 'chain_cursor', 'dao_proposal', 'dao_vote'],
  ...['dao_proposal_state', 'dao_flag', 'dao_freeze', 'dao_appeal', 'dao_flag_bar'],
  ...['case_file', 'case_entry', 'case_text', 'case_withheld_text', 'case_change', 'agent_case'],
  'agent_notice',
]

beforeEach(async () => {
  await context.pool.query(
    `truncate ${TABLES.join(', ')}; delete from agent_action; update dao_cursor set seq = 0; update case_cursor set seq = 0`,
  )
})

/** Indexes events and lets block time pass to `at`, in seconds after the start; then the cases grow. */
async function play(at: number, rows: readonly NewContractEventRow[]): Promise<void> {
  const cursor = { ...buildLiveCursor(0, at), block_ms: (START + at) * 1000 }
  await context.pool.query('delete from chain_cursor; delete from chain_contract_cursor')
  await context.db.insertInto('chain_cursor').values(cursor).execute()
  await context.db.insertInto('chain_contract_cursor').values({ height: at }).execute()
  for (const row of rows) await context.db.insertInto('chain_contract_event').values(row).execute()
  const cases = createCaseStages(context).map(({ stage }) => stage)
  await runUntilIdle([createMirrorStage(context), ...cases])
}

const rowsBetween = (from: number, to: number) =>
  ROWS.filter(({ height }) => height > from && height <= to)

async function readFile() {
  const file = await loadCaseFile(context, TARGET, 'case')
  if (file === null) throw new Error('There is no case.')
  return file
}

const listKinds = (entries: readonly CaseEntry[]) => entries.map(({ kind }) => kind)

/** Row `index` of `ROWS` at another height, with other fields. */
function changeRow(index: number, height: number, fields: object): NewContractEventRow {
  const row = ROWS[index]
  if (row === undefined) throw new Error(`There is no row ${index}.`)
  const changed = { ...JSON.parse(row.fields), ...fields }
  const block = { height, block_ms: (START + height) * 1000, tx_index: index }
  return { ...row, ...block, fields: JSON.stringify(changed) }
}

const toUnits = (at: number) => String(BigInt(START + at) * 100_000_000n)

const STATEMENT = { summary: 'It emptied a dozen wallets.' }

/** Has the agent accuse the target in the case that the flag of `ROWS` names. */
const accuse = () =>
  context.pool.query(
    `insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement)
     values ($1, 'case', 'behaviour', $2, 'e', $3)`,
    [TARGET, START * 1000, STATEMENT],
  )

/** Makes the flag of `ROWS` one of the agent. */
const flagByAgent = () =>
  context.pool.query(
    `insert into agent_action (address, kind, evidence_hash, idempotency_key, case_id, reason, tx_id,
       payload)
     values ($1, 'flag', 'e', 'key', 'case', '', $2, '{"reasonCode":"behaviour"}')`,
    [TARGET, ROWS[0]?.tx_id],
  )

describe('a case of the agent that another flagger names', () => {
  const listOutcomes = async () =>
    (await readCases(context.db, { address: TARGET, limit: 5 })).map(
      ({ case_id, kind, is_open, outcome }) => [case_id, kind, is_open, outcome],
    )
  const warn = () =>
    context.pool.query(
      `insert into agent_notice (address, kind, at_ms, case_id, data)
       values ($1, 'accused', $2, 'case', $3)`,
      [
        TARGET,
        START * 1000,
        { kind: 'accused', action: 'warn', statement: { ...STATEMENT, evidenceKinds: [] } },
      ],
    )
  const OTHER_CASE = `${TARGET.slice(2)}-flag-3`
  /** Flag 3 is set, appealed against, lifted, and the appeal is upheld. */
  const upheld = [
    ...rowsBetween(0, 5),
    ...ROWS.filter(({ type }) => /Appeal|FlagLifted/.test(type)).map((row) =>
      row.type.endsWith('AppealClosed')
        ? { ...row, fields: row.fields.replace('void', 'upheld') }
        : row,
    ),
    changeRow(1, 230_000, {
      ...{ id: '13', action: 'unfreeze', flagNumber: '3', isAppeal: true },
      ...{ votingEndsAt: toUnits(230_000 + DAY), executableUntil: toUnits(230_000 + 8 * DAY) },
    }),
  ]

  it('stands though that flag was lifted after an appeal, which has a case of its own', async () => {
    await accuse()
    await warn()
    await play(250_000, upheld)
    expect((await listOutcomes()).toSorted()).toEqual([
      [OTHER_CASE, 'accusation', false, 'upheld'],
      ['case', 'accusation', true, 'open'],
    ])
    expect((await loadCaseFile(context, TARGET, OTHER_CASE))?.entries).toMatchObject([
      ...[{ kind: 'flag', text: null }, { kind: 'proposal' }, { kind: 'appeal' }],
      ...[{ kind: 'voting_end' }, { kind: 'appeal_outcome' }, { kind: 'lift' }],
    ])
    expect(listKinds((await readFile()).entries)).toEqual(['warning'])
  })

  it('is lifted with the flag of the agent', async () => {
    await accuse()
    await flagByAgent()
    await play(250_000, upheld)
    expect(await listOutcomes()).toEqual([['case', 'accusation', false, 'upheld']])
  })
})

describe('a case', () => {
  it('tells flag, proposal, votes, end of voting, execution and freeze in their order', async () => {
    await play(150_000, rowsBetween(0, 150_000))
    const { entries, isOpen, kind, outcome } = await readFile()
    expect(listKinds(entries)).toEqual([
      ...['flag', 'proposal', 'vote', 'vote', 'vote', 'voting_end', 'execution', 'freeze'],
    ])
    expect(entries[2]).toMatchObject({ by: ALICE, details: { support: true, sequence: 1 } })
    expect(entries[5]?.details).toEqual({
      ...{ proposalId: 7, result: 'approved', votesFor: 1, votesAgainst: 1 },
    })
    expect([isOpen, kind, outcome]).toEqual([true, 'accusation', 'open'])
  })

  it('links its entries by hashes over everything but texts and messages', async () => {
    await play(150_000, rowsBetween(0, 150_000))
    const { entries, headHash, entryCount, address, caseId } = await readFile()
    let previousHash = '0'.repeat(64)
    for (const { text, withheld, message, hash, ...hashed } of entries) {
      expect(hashed.previousHash).toBe(previousHash)
      const json = toCanonicalJson({ address, caseId, ...hashed })
      expect(hash).toBe(createHash('sha256').update(json).digest('hex'))
      previousHash = hash
    }
    expect([headHash, entryCount]).toEqual([previousHash, entries.length])
  })

  it('is read as of one moment, also when it grows meanwhile', async () => {
    await play(25, rowsBetween(0, 25))
    let growth: Promise<void> | null = null
    // Grows after the first row of it was read, before its entries are.
    const growAfterRead: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        growth ??= play(150_000, rowsBetween(25, 150_000))
        await growth
        return result
      },
    }
    const db = context.db.withPlugin(growAfterRead)
    const file = await loadCaseFile({ ...context, db }, TARGET, 'case')
    expect(file?.entries.length).toBe(file?.entryCount)
    expect((await readFile()).entryCount).toBeGreaterThan(file?.entryCount ?? 0)
  })

  it('grows as things happen, and keeps what it has', async () => {
    await play(25, rowsBetween(0, 25))
    const before = (await readFile()).entries
    await play(150_000, rowsBetween(25, 150_000))
    const after = (await readFile()).entries
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length)
    await play(150_000, [])
    expect((await readFile()).entries).toEqual(after)
  })

  it('notes the end of voting and of a freeze when block time alone reaches them', async () => {
    await play(25, rowsBetween(0, 25))
    expect(listKinds((await readFile()).entries)).not.toContain('voting_end')
    await play(DAY + 10, [])
    expect(listKinds((await readFile()).entries)).toContain('voting_end')
    await play(250_000, rowsBetween(25, 250_000))
    expect(listKinds((await readFile()).entries)).not.toContain('freeze_end')
    await play(200_000 + 7 * DAY, [])
    const end = (await readFile()).entries.findLast(({ kind }) => kind === 'freeze_end')
    expect(end?.details).toEqual({ number: 1, cause: 'lapsed', endedAt: START + 200_000 + 7 * DAY })
  })

  it('has the statement of a flag that the chain shows before the agent tells of it', async () => {
    await accuse()
    await flagByAgent()
    await play(25, rowsBetween(0, 25))
    const text = toCanonicalJson(STATEMENT)
    expect((await readFile()).entries[0]).toMatchObject({ kind: 'flag', by: AGENT, text })
  })

  it('cannot be edited', async () => {
    await play(25, rowsBetween(0, 25))
    const change = context.pool.query(`update case_entry set details = '{}'`)
    await expect(change).rejects.toThrow('append-only')
    await expect(context.pool.query('delete from case_entry')).rejects.toThrow('append-only')
  })

  it('keeps what is said about one address out of the cases of others', async () => {
    await play(
      150_000,
      ROWS.filter(({ height }) => height <= 150_000),
    )
    expect(await loadCaseFile(context, BOB, 'case')).toBeNull()
  })
})

/** A proposal opened and executed at these times, which freezes a wallet without a flag or renews its freeze. */
function buildFreeze(
  id: string,
  [opened, executed]: [number, number],
  flagCaseId: string | null = null,
): NewContractEventRow[] {
  const times = { votingEndsAt: toUnits(opened + DAY), executableUntil: toUnits(opened + 8 * DAY) }
  return [
    changeRow(1, opened, { id, ...times }),
    changeRow(8, executed, { id }),
    changeRow(9, executed, { proposalId: id, flagCaseId }),
  ]
}

const BEGUN = buildFreeze('7', [10, 100_100])
const RENEWAL: [number, number] = [200_000, 300_000]
const RENEWED = buildFreeze('8', RENEWAL)

const FREEZE_CASE = `${TARGET.slice(2)}-freeze-1`

const warn = (from: number, to: number | null) =>
  context.pool.query(
    `insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement,
       cleared_ms, cleared_cause)
     values ($1, 'warning', 'behaviour', $2, 'e', '{}', $3::bigint,
       case when $3::bigint is not null then 'recheck' end)`,
    [TARGET, (START + from) * 1000, to === null ? null : (START + to) * 1000],
  )

describe('the case of a freeze', () => {
  const end = 300_000 + 7 * DAY

  it('stays its own when the freeze is renewed under an accusation, and ends with the freeze', async () => {
    await play(150_000, BEGUN)
    await warn(160_000, null)
    await play(310_000, RENEWED)
    await play(end, [])
    const file = await loadCaseFile(context, TARGET, FREEZE_CASE)
    expect(file?.entries.filter(({ kind }) => kind.startsWith('freeze'))).toMatchObject([
      ...[{ details: { proposalId: 7 } }, { details: { proposalId: 8 } }],
      { kind: 'freeze_end', details: { endedAt: START + end } },
    ])
    expect(file).toMatchObject({ isOpen: false, outcome: 'lapsed' })
  })

  it('is that of the accusation under which it began, also when it is renewed after that', async () => {
    await warn(0, 150_000)
    await play(120_000, BEGUN)
    await play(310_000, RENEWED)
    await play(end, [])
    expect(await readCases(context.db, { address: TARGET, limit: 5 })).toMatchObject([
      { case_id: 'warning', is_open: false, due_ms: null },
    ])
  })

  it('stays its own when the freeze is renewed for a flag that was set later', async () => {
    await play(150_000, BEGUN)
    await play(310_000, [changeRow(0, 160_000, {}), ...buildFreeze('8', RENEWAL, 'case')])
    await play(end, [])
    const kinds = listKinds((await loadCaseFile(context, TARGET, FREEZE_CASE))?.entries ?? [])
    expect(kinds.filter((kind) => kind.startsWith('freeze'))).toEqual([
      'freeze',
      'freeze',
      'freeze_end',
    ])
  })

  it('is that of a flag lifted within 30 days before, also after a renewal for nothing', async () => {
    const lifted = ROWS.findIndex(({ type }) => type.endsWith('FlagLifted'))
    const flag = [changeRow(0, 1, {}), changeRow(lifted, 8, { liftedAt: toUnits(8) })]
    await play(150_000, [...flag, ...buildFreeze('7', [10, 100_100], 'case')])
    await play(310_000, RENEWED)
    await play(end, [])
    const kinds = listKinds((await readFile()).entries)
    expect(kinds.filter((kind) => kind.startsWith('freeze'))).toEqual([
      'freeze',
      'freeze',
      'freeze_end',
    ])
  })

  it('is not due for ever where nothing belongs to it any more', async () => {
    await play(150_000, BEGUN)
    await warn(0, null)
    await play(end, RENEWED)
    const cases = await readCases(context.db, { address: TARGET, limit: 5 })
    expect(cases.map(({ due_ms }) => due_ms)).toEqual([null, null])
    expect(cases.find(({ case_id }) => case_id === FREEZE_CASE)?.is_open).toBe(false)
  })
})

describe('a withheld text', () => {
  it('is shown nowhere, while its hash stays in the chain of the case', async () => {
    await play(25, rowsBetween(0, 25))
    const before = await readFile()
    const textHash = before.entries[1]?.textHash ?? ''
    expect(before.entries[1]?.text).toBe('because')
    expect(await withholdText(context, { textHash, reason: 'It names a child.' })).toBe(true)
    const after = await readFile()
    expect(after.entries[1]).toMatchObject({
      ...{ text: null, textHash, withheld: { reason: 'It names a child.' } },
    })
    expect(after.headHash).toBe(before.headHash)
    expect(JSON.stringify(after)).not.toContain('because')
    expect((await readProposal(context, 7))?.withheld?.reason).toBe('It names a child.')
  })

  it('is shown again, as it was', async () => {
    await play(25, rowsBetween(0, 25))
    const before = await readFile()
    const textHash = before.entries[1]?.textHash ?? ''
    await withholdText(context, { textHash, reason: 'It names a child.' })
    expect(await showText(context, textHash)).toBe(true)
    expect(await readFile()).toEqual(before)
  })

  it('has the open pages show its proposals anew', async () => {
    await play(25, rowsBetween(0, 25))
    const { log, config } = context
    const notifications = await createNotifications(String(config.databaseUrl), log)
    const heard: string[] = []
    notifications.on('governance_changed', (subject) => heard.push(subject))
    const textHash = (await readFile()).entries[1]?.textHash ?? ''
    await withholdText(context, { textHash, reason: 'It names a child.' })
    await expect.poll(() => heard).toEqual([TARGET])
    await notifications.close()
  })

  it('has to be known', async () => {
    expect(await withholdText(context, { textHash: 'f'.repeat(64), reason: 'x' })).toBe(false)
  })
})

it('a reason that could not be stored is withheld, so that its hash never disagrees', async () => {
  const reasonHash = hashReason('a\0b')
  const rows = rowsBetween(0, 25).map((row) => {
    const fields = { ...JSON.parse(row.fields), reason: 'a\ufffdb', reasonHash }
    return row.type.endsWith('ProposalCreated') ? { ...row, fields: JSON.stringify(fields) } : row
  })
  await play(25, rows)
  const withheld = { reason: 'It has characters that no database stores.' }
  expect((await readFile()).entries[1]).toMatchObject({
    text: null,
    textHash: reasonHash,
    withheld,
  })
  expect((await readProposal(context, 7))?.withheld).toMatchObject(withheld)
})

it('the cases that people decided are those with a vote that approved or rejected something', async () => {
  const listDecided = async () =>
    (await readCases(context.db, { isDecidedByVote: true, limit: 5 })).map((row) => row.case_id)
  await play(150_000, rowsBetween(0, 150_000))
  expect(await listDecided()).toEqual(['case'])
  await context.pool.query('alter table case_entry disable trigger case_entry_append_only')
  await context.pool.query(
    `update case_entry set details = details || '{"result":"expired"}' where kind = 'voting_end'`,
  )
  expect(await listDecided()).toEqual([])
})
