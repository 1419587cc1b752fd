import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { upsertLabel } from '@app/server/labels/change-labels.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { openTestContext } from '@app/server/testing/create-test-context.ts'
import {
  buildTransferRows,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '@app/server/testing/ledger.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runVerify } from '../testing/run-verify.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const THIEF = toTestAddress(1)

let server: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context: server, finish } = await openTestContext())
  for (const height of [2, 3]) {
    const victims = Array.from({ length: 9 }, (_, i) => toTestAddress(height * 10 + i))
    const payments = victims.map((from): Payment => ({ height, from, to: THIEF, units: 5_000n }))
    const loot: Payment = { height, from: THIEF, to: toTestAddress(2), units: 45_000n }
    await writeIndexedRows(server, { transfers: buildTransferRows([...payments, loot]) })
  }
  const about = { kind: 'scam', source: 'list', confidence: 0.95, reason: 'It stole.' } as const
  await upsertLabel(server, { address: THIEF, ...about })
})
afterAll(() => finish())

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, 'replay', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // No world runs there.
    cwd: tmpdir(),
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      DATABASE_URL: server.config.databaseUrl ?? '',
      FLOW_NETWORK: 'local',
      ...env,
    },
  })
  const outputs = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  const [output, errors] = await outputs
  return { code, output, errors }
}

describe('a replay from the command line', () => {
  it('prints who would have been accused, when and why, and how many are ordinary', async () => {
    const { code, output } = await run([])
    expect(output).toContain('Replay of the blocks 0 to 3 on local (2023-11-16 22:13 UTC to')
    expect(output).toContain('lists     as they are now, for all blocks')
    expect(output).toMatch(
      new RegExp(
        `${THIEF} in block 2, 2023-11-16 22:13 UTC: score [\\d.]+, HIGH_RISK, reason listed`,
      ),
    )
    expect(output).toMatch(/ {2}would {5}warn, flag/)
    expect(output).toMatch(/ {2}evidence {2}listed.* Of [\d,]+ ordinary Ethereum wallets, /)
    expect(output).toContain('Accused accounts: 1, of which ordinary: 0; ordinary and flagged: 0')
    expect(code).toBe(0)
  })

  it('prints the same as JSON, with another policy', async () => {
    const { code, output } = await run(['--json', '--from', '2', '--no-auto-flag'])
    const report = JSON.parse(output)
    expect(report).toMatchObject({
      ...{ network: 'local', fromHeight: 2, toHeight: 3, autoFlag: false, holdings: 'unknown' },
      totals: { accusations: 1, flagged: 0, ordinaryAccusedAccounts: 0 },
      accusations: [{ address: THIEF, height: 2, time: '2023-11-16T22:13:20.000Z' }],
    })
    expect(report.accusations[0].ordinary.text).toMatch(/^Of [\d,]+ ordinary Ethereum wallets, /)
    expect(code).toBe(0)
  })
})

describe('a command line that cannot be carried out', () => {
  it.each([
    [['--from', '5', '--to', '4'], '--from 5 is above --to 4.'],
    [['--from', 'soon'], "--from must be a whole number, not 'soon'."],
    [['--threshold', '101'], '--threshold must be a whole number from 0 to 100'],
    [['7'], "Unexpected argument '7'"],
  ])('%j exits with 2 and the usage', async (args, sentence) => {
    const { code, errors } = await runVerify(['replay', ...args])
    expect(errors).toContain(sentence)
    expect(errors).toContain('Usage: npm run verify -- replay')
    expect(code).toBe(2)
  })

  it.each([
    [
      ['--from', '1', '--to', '9'],
      {},
      'The blocks from 1 to 9 are not all indexed: the server has those from 0 to 3.',
    ],
    [['--network', 'testnet'], {}, 'which is not an address of testnet: name its network'],
    [
      [],
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/none' },
      'The database at 127.0.0.1:9/none cannot be read (connect ECONNREFUSED 127.0.0.1:9)',
    ],
    [[], { DATABASE_URL: '' }, 'No server is running here for local: run npm start'],
    [[], { FLOW_NETWORK: 'moonnet' }, 'FLOW_NETWORK'],
  ])('%j with %j exits with 1 and a sentence', async (args, env, sentence) => {
    const { code, errors, output } = await run(args, env)
    expect(errors).toContain(sentence)
    expect(errors).not.toContain('secret')
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect([code, output]).toEqual([1, ''])
  })

  it('refuses to work in a database that is not empty', async () => {
    const { code, errors } = await run(['--scratch-url', server.config.databaseUrl ?? ''])
    expect([code, errors]).toEqual([
      1,
      'The scratch database is not empty: name an empty one, or none.\n',
    ])
  })
})
