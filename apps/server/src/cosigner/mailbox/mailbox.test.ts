import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { createMailboxRole } from '../../testing/create-mailbox-role.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { type Mailbox, openMailbox } from './write-letters.ts'

let main: Context

beforeEach(async () => {
  main = await createTestContext()
})

interface Writer {
  role: string
  mailbox: Mailbox
  run(sql: string): Promise<pg.QueryResult>
}

async function openWriter(): Promise<Writer> {
  const { role, url } = await createMailboxRole(main)
  const mailbox = openMailbox(url, main.log)
  onTestFinished(() => mailbox.close())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return { role, mailbox, run: (sql) => client.query(sql) }
}

const readBodies = async ({ mailbox }: Writer) =>
  (await mailbox.read()).letters.map(({ writer, text }) => [writer, JSON.parse(text)])

const DOCUMENT = readFileSync(
  join(import.meta.dirname, '../../../../../docs/run/deploy.md'),
  'utf8',
)

it('docs/run/deploy.md: its SQL lets a new role write, and retires it with its letters', async () => {
  const [, create = ''] = /```sql\n([\s\S]*?)```/.exec(DOCUMENT) ?? []
  const [, retire = ''] = /`(delete from cosigner_mailbox .*?)`/.exec(DOCUMENT) ?? []
  const role = `signer_${randomBytes(6).toString('hex')}`
  const run = (text: string) => main.pool.query(text.replaceAll('signer_alice', role))
  await run(create)
  const url = new URL(main.config.databaseUrl ?? '')
  Object.assign(url, { username: role, password: '…' })
  const mailbox = openMailbox(url.href, main.log)
  await mailbox.write('proposal 1', { from: 'alice' })
  await mailbox.close()
  const readWriters = async () => (await run('select writer from cosigner_mailbox')).rows
  expect(await readWriters()).toEqual([{ writer: role }])
  await run(retire)
  expect(await readWriters()).toEqual([])
  expect((await run(`select from pg_roles where rolname = 'signer_alice'`)).rowCount).toBe(0)
})

describe('the mailbox', () => {
  it('shows every letter to every signer', async () => {
    const [one, two] = [await openWriter(), await openWriter()]
    await one.mailbox.write('proposal 1', { from: 'one' })
    expect(await readBodies(two)).toEqual([[one.role, { from: 'one' }]])
    expect((await two.mailbox.read()).writer).toBe(two.role)
  })

  it('replaces and removes only the own letters', async () => {
    const [one, two] = [await openWriter(), await openWriter()]
    await one.mailbox.write('proposal 1', { from: 'one' })
    await two.mailbox.write('proposal 1', { from: 'two' })
    await two.mailbox.write('proposal 1', { from: 'two again' })
    await one.mailbox.remove('proposal 1')
    expect(await readBodies(one)).toEqual([[two.role, { from: 'two again' }]])
  })

  it('is decided on by one signer at a time', async () => {
    const writers = await Promise.all([1, 2, 3, 4].map(openWriter))
    const decisions = await Promise.all(
      writers.map(({ mailbox }) =>
        mailbox.exchange('proposal 5', (letters) => ({
          write: letters.length === 0 ? { first: true } : null,
          seen: letters.length,
        })),
      ),
    )
    expect(decisions.map(({ seen }) => seen).toSorted()).toEqual([0, 1, 1, 1])
  })

  it('says where it is when it cannot be used, without the password', async () => {
    const url = 'postgres://someone:secret@127.0.0.1:9/main'
    const mailbox = openMailbox(url, main.log)
    onTestFinished(() => mailbox.close())
    await expect(mailbox.read()).rejects.toThrow('127.0.0.1:9/main cannot be used (ECONNREFUSED)')
    await expect(mailbox.read()).rejects.not.toThrow('secret')
  })
})

describe('the role of a signer', () => {
  it.each([
    [
      'write as another',
      `insert into cosigner_mailbox (writer, topic, body) values ('postgres', 'status', '{}')`,
    ],
    ['read the migrations', 'select * from migration'],
    ['read the actions of the agent', 'select * from agent_action'],
    ['change scores', 'update score_result set score = 100'],
    ['write the chain', 'delete from chain_cursor'],
    ['read passwords', 'select * from pg_authid'],
    ['empty the mailbox', 'truncate cosigner_mailbox'],
    ['drop the policy', 'drop policy write_own_rows on cosigner_mailbox'],
    ['turn the policy off', 'alter table cosigner_mailbox disable row level security'],
    ['create tables', 'create table mine (id integer)'],
    ['create roles', 'create role another superuser'],
    ['take another role', 'set role postgres'],
    ['run programs', `copy (select 1) to program 'true'`],
  ])('cannot %s', async (_, sql) => {
    const { run } = await openWriter()
    await expect(run(sql)).rejects.toThrow(/denied|policy|must be owner|permission|Only roles/i)
  })

  it('changes and deletes nothing of another', async () => {
    const [one, two] = [await openWriter(), await openWriter()]
    await one.mailbox.write('proposal 1', { from: 'one' })
    expect((await two.run(`update cosigner_mailbox set body = '{}'`)).rowCount).toBe(0)
    expect((await two.run('delete from cosigner_mailbox')).rowCount).toBe(0)
    await two.mailbox.write('proposal 2', {})
    await expect(
      two.run(`update cosigner_mailbox set writer = '${one.role}' where topic = 'proposal 2'`),
    ).rejects.toThrow('row-level security')
    expect(await readBodies(one)).toContainEqual([one.role, { from: 'one' }])
  })

  it('chooses neither time nor size nor number of its letters', async () => {
    const { run, mailbox } = await openWriter()
    await run(
      `insert into cosigner_mailbox (topic, body, written_at) values ('status', '{}', '2999-01-01')`,
    )
    await run(`update cosigner_mailbox set written_at = '2999-01-01'`)
    const { rows } = await run(
      "select written_at < now() + interval '1 minute' as is_now from cosigner_mailbox",
    )
    expect(rows).toEqual([{ is_now: true }])
    await expect(mailbox.write('proposal 1', { long: 'x'.repeat(20_000) })).rejects.toThrow('23514')
    await expect(mailbox.write('proposal one', {})).rejects.toThrow('23514')
    await expect(
      run(`insert into cosigner_mailbox (topic, body)
           select 'proposal ' || number, '{}' from generate_series(1, 300) number`),
    ).rejects.toThrow('a writer has at most 200 rows')
  })
})
