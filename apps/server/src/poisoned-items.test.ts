import { NodeNotFoundError } from '@app/flow/errors.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createClearingStage } from './agent/clearing/create-clearing-stage.ts'
import { createDiscoveryStage } from './agent/create-discovery-stage.ts'
import { createDecisionStage } from './agent/decision/create-decision-stage.ts'
import { createKeeperStage } from './agent/keeper/create-keeper-stage.ts'
import { insertOpenCase } from './agent/testing/insert-open-case.ts'
import { insertOwnFlag } from './agent/testing/insert-own-flag.ts'
import { recordHeartbeat } from './agent/write-heartbeat.ts'
import { insertAgentNotice, LEVEL_NOTICE } from './alerts/testing/insert-agent-notice.ts'
import { MALLORY, openScene } from './alerts/testing/open-scene.ts'
import { createCaseStages } from './cases/create-case-stage.ts'
import { createSignatureStage } from './governance/signatures/create-signature-stage.ts'
import { upsertLabel } from './labels/change-labels.ts'
import type { Context } from './runtime/context.ts'
import type { Stage } from './runtime/stage.ts'
import { createRescoreStage } from './scorer/create-scorer-stages.ts'
import { scoreAccount } from './scorer/score-account.ts'
import { createTestContext } from './testing/create-test-context.ts'
import {
  buildTransferRows,
  type Payment,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from './testing/ledger.ts'

/** The account with which every step fails, in the order of lists before the other one. */
const POISONED = toTestAddress(1)
const SOUND = toTestAddress(2)
const BOTH = [POISONED, SOUND] as const
const AGENT = createSigner({
  address: toTestAddress(3),
  keyIndex: 0,
  privateKeyHex: '1'.repeat(64),
})

let context: Context
let logged: string[]

beforeEach(async () => {
  logged = []
  const log = { error: (fields: object, text: string) => logged.push(`${text} ${String(fields)}`) }
  const opened = await createTestContext()
  context = { ...opened, log: Object.assign(Object.create(opened.log), log) }
  await recordHeartbeat(context.db, AGENT.address)
})

/** Lets the database refuse every change of the rows of an account. */
async function poison(table: string): Promise<void> {
  await context.pool.query(`
    create or replace function poison() returns trigger language plpgsql as $$
    begin raise exception 'poisoned'; end $$`)
  for (const [event, row] of [
    ['insert or update', 'new'],
    ['delete', 'old'],
  ] as const) {
    const name = `poison_${row}`
    await context.pool.query(
      `create trigger ${name} before ${event} on ${table} for each row
       when (${row}.address = '${POISONED}') execute function poison()`,
    )
  }
}

async function cure(table: string): Promise<void> {
  await context.pool.query(
    `drop trigger poison_new on ${table}; drop trigger poison_old on ${table};
     update runtime_pause set retry_at = now()`,
  )
}

const readPaused = async () => {
  const { rows } = await context.pool.query('select item, failures from runtime_pause')
  return rows
}

/** Far more steps than there is work. */
const MAX_STEPS = 20

async function runUntilIdle(stage: Stage): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) if ((await stage.step()) === 'idle') return
  throw new Error(`${stage.name} does not become idle`)
}

interface Poisoned {
  /** Refuses the rows of the account. */
  table: string
  /** Under which it waits. */
  item?: string
  listDone: () => Promise<readonly Address[]>
  /** Brings the work of both about again, where the chain does and not a list. */
  renew?: () => Promise<void>
}

/**
 * Expects that the stage works on for the sound account while the other one fails for ever, with a log line alone, and
 * works on that one too once its pause is over and it does not fail any more.
 */
async function expectToGoOn(
  stage: Stage,
  { table, item = POISONED, listDone, renew = async () => {} }: Poisoned,
): Promise<void> {
  await poison(table)
  await runUntilIdle(stage)
  expect(await listDone()).toEqual([SOUND])
  for (const failures of [1, 2, 3]) {
    expect(await readPaused()).toEqual([{ item, failures }])
    expect(await stage.step()).toBe('idle')
    await renew()
    await runUntilIdle(stage)
    expect(await readPaused()).toEqual([{ item, failures }])
    await context.pool.query('update runtime_pause set retry_at = now()')
    await renew()
    await runUntilIdle(stage)
  }
  expect(logged).toHaveLength(1)
  await cure(table)
  await renew()
  await runUntilIdle(stage)
  expect(await listDone()).toEqual(BOTH)
  expect(await readPaused()).toEqual([])
}

const listAddresses = async (query: string): Promise<Address[]> =>
  (await context.pool.query<{ address: Address }>(query)).rows.map(({ address }) => address)

/** Enough payments to both that the agent looks at them. */
async function pay(): Promise<void> {
  const payments = BOTH.flatMap((to, i) =>
    Array.from({ length: 8 }, (_, n): Payment => {
      return { height: 1 + n * 3, from: toTestAddress(500 + i * 50 + n), to, units: 900n }
    }),
  )
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
}

async function score(): Promise<void> {
  await pay()
  for (const address of BOTH) await scoreAccount(context, address)
}

/** A node whose scripts answer as `answer` says, and whose holdings are empty. */
const withScripts = (answer: (cadence: string) => unknown): Context => ({
  ...context,
  flow: {
    ...context.flow,
    executeScript: async (cadence) =>
      cadence.includes('struct Page') ? { total: 0n, counts: {} } : answer(cadence),
  },
})

/** Proposals against both accounts, made by both, whose voting was over long ago. */
async function insertProposals(): Promise<void> {
  await context.pool.query(
    `insert into dao_proposal (id, action, target, proposer, rank, is_appeal, title, description,
       reason, reason_hash, created_at, voting_ends_at, executable_until, height, tx_id)
     select id, 'freeze', address, address, 'voter', false, 'Freeze ' || address, 'It stole.',
       'It stole.', 'hash', 1, 2, 3, 1, id from unnest($1::text[]) with ordinality as targets (address, id)`,
    [BOTH],
  )
}

const LIST_ACTIONS = 'select distinct address from agent_action order by 1'

/** The eligibility of an account without a record. */
const NO_RECORD = {
  reasons: {},
  refreshTenths: {},
  publishedAt: null,
  standingSince: null,
  now: 10n ** 17n,
  height: 1n,
}

describe('an account with which a step fails blocks no other, fills no log, and is tried again', () => {
  it('in the scorer', async () => {
    await score()
    const about = { kind: 'scam', source: 'list', confidence: 0.95, reason: 'It stole.' } as const
    for (const address of BOTH) await upsertLabel(context, { address, ...about })
    await propagateLabelTaint(context)
    await expectToGoOn(createRescoreStage(context), {
      table: 'score_result',
      listDone: () => listAddresses('select address from score_result where seq = 2 order by 1'),
    })
  })

  it('in the decisions about new scores', async () => {
    await score()
    await expectToGoOn(createDecisionStage(context), {
      table: 'agent_account',
      listDone: () => listAddresses('select address from agent_account order by 1'),
    })
  })

  it('in the decisions about accounts that were accused', async () => {
    await score()
    await runUntilIdle(createDecisionStage(context))
    for (const address of BOTH) await insertOpenCase(context, address)
    await context.pool.query('delete from agent_account; update agent_case set revisit_ms = 1')
    await expectToGoOn(createDecisionStage(context), {
      table: 'agent_account',
      listDone: () => listAddresses('select address from agent_account order by 1'),
    })
  })

  it('in what is told of levels that last', async () => {
    await score()
    await runUntilIdle(createDecisionStage(context))
    await context.pool.query(
      `update agent_told_level set risk_level = 'HIGH_RISK', other_level = 'NORMAL', other_since_ms = 1`,
    )
    await expectToGoOn(createDecisionStage(context), {
      table: 'agent_told_level',
      listDone: () =>
        listAddresses('select address from agent_told_level where other_level is null order by 1'),
    })
  })

  it('in the judgement of accounts that nobody asked about', async () => {
    await pay()
    await expectToGoOn(createDiscoveryStage(context), {
      table: 'agent_account',
      listDone: () => listAddresses('select address from agent_account order by 1'),
    })
  })

  it('in the cases', async () => {
    await pay()
    for (const address of BOTH) {
      await context.pool.query('insert into case_change (address, seq) values ($1, $2)', [
        address,
        BOTH.indexOf(address) + 1,
      ])
    }
    const [cases] = createCaseStages(context)
    await expectToGoOn(cases!.stage, {
      table: 'case_change',
      listDone: async () => {
        const queued = await listAddresses('select address from case_change')
        return BOTH.filter((address) => !queued.includes(address))
      },
    })
  })

  it('in the look-up of signatures', async () => {
    await writeIndexedRows(context, {}, 2_000)
    await insertProposals()
    await context.pool.query(
      `insert into dao_signature (address, series, sequence, valid_until, height, tx_id)
       select proposer, 'proposals', 1, 1800000000, 1, tx_id from dao_proposal`,
    )
    const flow = {
      ...withScripts(() => NO_RECORD).flow,
      getTransactionArguments: () => Promise.reject(new NodeNotFoundError('It is too old.')),
      getAccount: async () => null,
    }
    await expectToGoOn(createSignatureStage({ ...context, flow }), {
      table: 'dao_signature',
      listDone: () =>
        listAddresses('select address from dao_signature where problem is not null order by 1'),
    })
  })

  const announce = () =>
    context.pool.query(
      `insert into chain_contract_event (height, tx_index, event_index, tx_id, block_ms, type, fields)
       select 1, number, 0, 'tx', 0, 'DharmaRecheck.RecheckDue',
         jsonb_build_object('address', address, 'runId', number::text)
       from unnest($1::text[]) with ordinality as runs (address, number)`,
      [BOTH],
    )
  const openVaults = () =>
    context.pool.query(`insert into dao_vault (owner, opened_at) select unnest($1::text[]), 1`, [
      BOTH,
    ])

  it.each([
    ['settle', 'agent_action', insertProposals],
    ['recheck', 'score_result', announce],
    ['restart', 'agent_action', async () => {}],
    ['start', 'agent_action', openVaults],
  ] as const)('in what the keeper has to %s, whose %s fails', async (kind, table, arrange) => {
    await pay()
    await arrange()
    const late = kind === 'restart' ? BOTH : []
    const chain = withScripts((cadence) => {
      if (cadence.includes('overdue()')) return late
      return cadence.includes('watched()') ? [] : 10n ** 8n
    })
    chain.config.agent.enabled = kind === 'start'
    let nowMs = 0
    await expectToGoOn(
      createKeeperStage(chain, () => nowMs),
      {
        table,
        item: `${kind} ${POISONED}`,
        listDone: () => listAddresses(LIST_ACTIONS),
        renew: async () => {
          nowMs += 60_000
        },
      },
    )
  })

  it('in the ends of cases and their clearances', async () => {
    for (const [index, address] of BOTH.entries()) {
      await insertOpenCase(context, address)
      const lift = { lifted_at: 1_800_000_000, lift_cause: 'recheck' } as const
      const flag = { address, number: index + 1, caseId: 'case', flagger: AGENT.address }
      await insertOwnFlag(context, { ...flag, ...lift })
    }
    await expectToGoOn(
      createClearingStage(context, async () => AGENT),
      {
        table: 'agent_case',
        listDone: () =>
          listAddresses('select address from agent_case where clearance is not null order by 1'),
      },
    )
  })
})

it('a notice that cannot be put into words holds up those about its address alone', async () => {
  const scene = await openScene()
  await insertAgentNotice(scene.context, {
    address: POISONED,
    notice: { kind: 'cleared', cause: 'a recheck', clearance: null } as never,
    caseId: 'case',
  })
  await insertAgentNotice(scene.context, { address: MALLORY, notice: LEVEL_NOTICE })
  await scene.settle()
  expect(scene.receiver.messages()).toHaveLength(1)
  const { rows } = await scene.context.pool.query('select stage, item, failures from runtime_pause')
  expect(rows).toEqual([{ stage: 'alerts', item: POISONED, failures: 1 }])
})
