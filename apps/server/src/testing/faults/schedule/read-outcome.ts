import { createHash } from 'node:crypto'
import type { Transaction } from '@app/flow/send/transaction.ts'
import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import { loadFactsFromAllBlocks } from '../../../facts/load-facts.ts'
import type { Context } from '../../../runtime/context.ts'
import { dumpSums } from '../../dump-sums.ts'
import type { ScheduleWorld } from './world.ts'

/** Everything that must be the same with and without faults, as lines by topic. */
export type RunOutcome = Readonly<Record<string, readonly string[]>>

const RAW_TABLES = [
  'chain_transfer',
  'chain_nft_move',
  'chain_account_event',
  'chain_transaction',
  'chain_account',
  'chain_decoded',
  'chain_coa',
  'chain_coa_act',
  'chain_coa_move',
  'chain_coa_rewrite',
  'chain_evm_transaction',
  'chain_evm_skipped',
  'chain_stake_act',
  'chain_child_act',
  'chain_contract_event',
  'chain_publisher',
]

/** Reads rows, sums, cursors, scores and what the chain executed. */
export async function readOutcome(world: ScheduleWorld): Promise<RunOutcome> {
  const { direct, node, seededChain } = world
  const evidence: string[] = []
  for (const address of seededChain.accounts) evidence.push(await readEvidence(direct, address))
  return {
    ...(await dumpSums(direct.pool)),
    ...(await dumpSums(direct.pool, RAW_TABLES)),
    cursors: await readLines(direct, CURSORS),
    evidence,
    scores: await readLines(direct, SCORES),
    actions: await readLines(direct, ACTIONS),
    entries: await readLines(direct, ENTRIES),
    executed: node.ledger.executed.map(({ transaction }) => describe(transaction)).sort(),
  }
}

/** What the facts of an account are at the tip. */
async function readEvidence(
  { db, config, rules }: Context,
  address: ScheduleWorld['seededChain']['thief'],
): Promise<string> {
  const { decoding } = rules.current
  const query = { address, network: config.network, decoding }
  const { facts } = await loadFactsFromAllBlocks(db, query)
  return `${address} ${computeEvidenceHash(facts)}`
}

async function readLines({ pool }: Context, sql: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(sql)
  return rows.map(({ line }) => line)
}

const CURSORS = `
select concat_ws(' ', direction, from_height, to_height, block_id, parent_id, node_height) as line
from chain_cursor order by 1`

/**
 * The newest score of each account. The time of the evaluation is left out: between two changes of the account it
 * may be that of any block.
 */
const SCORES = `
select distinct on (address) concat_ws(' ', address, version, score, risk_level, inputs - 'asOfSeconds') as line
from score_result where inputs <> '{}' order by address, seq desc`

const ACTIONS = `
select concat_ws(' ', kind, address, status, evidence_hash) as line
from agent_action where evidence_hash like 'aaaa%' order by 1`

/** The entries of the agent's history about the publications that were asked for. */
const ENTRIES = `
select concat_ws(' ', entry.address, entry.action, entry.success) as line
from agent_entry entry
join agent_action asked on asked.address = entry.address and asked.id = entry.action_id
where asked.evidence_hash like 'aaaa%' order by 1`

/** A publication in full; of other calls the address, because their texts may name any block. */
function describe({ cadence, args }: Transaction): string {
  const isPublication = args.some((argument) => argument.includes('aaaa'))
  const hash = createHash('sha256').update(cadence).digest('hex').slice(0, 12)
  return [hash, ...(isPublication ? args : args.slice(0, 1))].join(' ')
}

/** Returns the topics that differ, with the lines that only one of the two has. */
export function findDifferences(expected: RunOutcome, actual: RunOutcome): string[] {
  return Object.keys(expected).flatMap((topic) => {
    const [wanted, found] = [expected[topic] ?? [], actual[topic] ?? []]
    const missing = wanted.filter((line) => !found.includes(line))
    const invented = found.filter((line) => !wanted.includes(line))
    const isEqual = wanted.length === found.length && missing.length + invented.length === 0
    if (isEqual) return []
    const count = `${wanted.length} expected, ${found.length} found`
    return [`${topic}: ${count}; lost ${show(missing)}; doubled or invented ${show(invented)}`]
  })
}

const show = (lines: readonly string[]): string =>
  JSON.stringify(lines.slice(0, 2).map((line) => line.slice(0, 1500)))
