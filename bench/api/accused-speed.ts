import { listNeededVotes, listProposals } from '@app/api/routes/governance.ts'
import { DEFAULT_LIMITS } from '@app/server/api/http/limits.ts'
import type { Context } from '@app/server/runtime/context.ts'
import type { Address } from '@app/values/address.ts'
import { roundRatio } from '../measure.ts'
import { withScratchContext } from '../with-scratch-context.ts'
import {
  buildScoreUrl,
  draw,
  type LoadResult,
  runEvenLoad,
  runLoad,
  startNode,
  startServed,
  waitUntilServing,
} from './run-load.ts'
import { copyScores, NEW_ADDRESSES, seedNewWallets } from './seed-wallets.ts'

const SERVER = { shared_buffers: '2GB', max_wal_size: '8GB' }
/** Enough for reasons of the usual length. */
const TRANSFERS_PER_WALLET = 500
/** Of each kind: ordinary, flagged, flagged and frozen, flagged and appealed. */
const WALLETS = 60
/** Ended ones, beside the appeals. */
const ENDED_PROPOSALS = 40
const VOTES_EACH = 3
/** What one client may ask in a second. */
const CLIENT_LIMIT = 100
/** Share of the highest rate at which the others ask for scores meanwhile. */
const OTHERS_SHARE = 0.25
const RUNS = 3

/**
 * Measures what is asked most about accused wallets, each server in a process of its own: their scores, compared with
 * those of as many ordinary wallets in turn; the list of proposals; and the scores that others ask for while one client
 * asks for the needed votes of wallets of every kind as often as it may.
 */
export function benchAccusedSpeed(): Promise<object> {
  return withScratchContext(async (context) => {
    await using resources = new AsyncDisposableStack()
    await seedNewWallets(context, TRANSFERS_PER_WALLET)
    const databaseUrl = String(context.config.databaseUrl)
    const url = await startServed(
      {
        databaseUrl,
        accessNodeUrl: await startNode(resources),
        missesPerMinute: DEFAULT_LIMITS.missesPerMinute,
      },
      resources,
    )
    await waitUntilServing(url)
    for (const address of NEW_ADDRESSES) await fetchOk(buildScoreUrl(url, address))
    const addresses = await copyScores(context, 4 * WALLETS)
    const [ordinary, accused] = [addresses.slice(0, WALLETS), addresses.slice(WALLETS)]
    await accuse(context, accused)
    const compared = await compareRates(url, ordinary, accused)
    return {
      bench: 'accused',
      ...compared,
      ...(await measureProposals(url, context)),
      ...(await measureInterference(url, context, {
        ordinary,
        voters: [...addresses, ...NEW_ADDRESSES],
        highestRate: compared.ordinaryRate,
      })),
    }
  }, SERVER)
}

async function fetchOk(url: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  await response.text()
}

const GZIP = { 'accept-encoding': 'gzip' }

/** One after the other, several times, so that both meet the same machine. */
async function compareRates(url: string, ordinary: Address[], accused: Address[]) {
  await runLoad(url, { addresses: [...ordinary, ...accused], headers: GZIP })
  const rates = { ordinary: [] as LoadResult[], accused: [] as LoadResult[] }
  for (let run = 0; run < RUNS; run += 1) {
    rates.ordinary.push(await runLoad(url, { addresses: ordinary, headers: GZIP }))
    rates.accused.push(await runLoad(url, { addresses: accused, headers: GZIP }))
  }
  const ordinaryRate = getMedianRate(rates.ordinary)
  const accusedRate = getMedianRate(rates.accused)
  const failures = [...rates.ordinary, ...rates.accused].reduce((sum, one) => sum + one.failures, 0)
  return { ordinaryRate, accusedRate, ratio: roundRatio(ordinaryRate, accusedRate), failures }
}

const getMedianRate = (results: readonly LoadResult[]): number =>
  results.map(({ rate }) => rate).sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? 0

/** The list also while something is written ten times a second, after which it has to be read again. */
async function measureProposals(url: string, { pool }: Pick<Context, 'pool'>) {
  const run = (path: string) => runLoad(url, { addresses: [], headers: GZIP, drawPath: () => path })
  const list = await run(listProposals.url)
  const writing = setInterval(() => void pool.query('select pg_current_xact_id()'), 100)
  const listWhileWriting = await run(listProposals.url)
  clearInterval(writing)
  const page = await run(`${listProposals.url}?limit=1`)
  return {
    proposals: WALLETS + ENDED_PROPOSALS,
    proposalListRate: list.rate,
    proposalListWhileWritingRate: listWhileWriting.rate,
    proposalPageRate: page.rate,
    proposalFailures: list.failures + listWhileWriting.failures + page.failures,
  }
}

interface Interference {
  ordinary: readonly Address[]
  /** For whose needed votes the client asks. */
  voters: readonly Address[]
  highestRate: number
}

/** A block each second, after which what a wallet may vote on has to be decided again. */
async function measureInterference(
  url: string,
  { pool }: Pick<Context, 'pool'>,
  { ordinary: addresses, voters, highestRate }: Interference,
) {
  await pool.query(INSERT_HEARTBEAT)
  const mining = setInterval(() => void pool.query(MINE), 1_000)
  const others = { addresses, headers: GZIP, rate: Math.round(highestRate * OTHERS_SHARE) }
  const alone = await runEvenLoad(url, others)
  const drawPath = () => `${listNeededVotes.url}?address=${draw(voters)}`
  const client = { addresses, rate: CLIENT_LIMIT, drawPath }
  const [beside, asking] = await Promise.all([runEvenLoad(url, others), runEvenLoad(url, client)])
  clearInterval(mining)
  return {
    othersRate: others.rate,
    othersMs: alone.ms,
    othersBesideNeededVotesMs: beside.ms,
    p99Ratio: roundRatio(beside.ms.p99, alone.ms.p99),
    neededVotesMs: asking.ms,
    neededVotesRefused: asking.failures,
  }
}

/** Flags all, freezes the second third, and opens an appeal of each of the last third; other proposals have ended. */
async function accuse({ pool }: Pick<Context, 'pool'>, accused: readonly Address[]): Promise<void> {
  const frozen = accused.slice(WALLETS, 2 * WALLETS)
  const appealed = accused.slice(2 * WALLETS)
  await pool.query(INSERT_FLAGS, [accused])
  await pool.query(INSERT_FREEZES, [frozen])
  await pool.query(INSERT_PROPOSALS, [appealed, true])
  await pool.query(INSERT_PROPOSALS, [accused.slice(0, ENDED_PROPOSALS), false])
  await pool.query(INSERT_VOTES, [VOTES_EACH])
  await pool.query('vacuum analyze')
}

const NOW = "(select block_ms / 1000 from chain_cursor where direction = 'live')"

const INSERT_HEARTBEAT = `
insert into agent_heartbeat (key_address, recorded_at) values ('0x0000000000000004', now())`

/** The number of a block is that of its second; every publication counts as indexed. */
const MINE = `
with read as (update chain_contract_cursor set height = floor(extract(epoch from now()))::int)
update chain_cursor set to_height = floor(extract(epoch from now()))::int where direction = 'live'`

const INSERT_FLAGS = `
insert into dao_flag (address, number, case_id, reason_code, reason_hash, flagger, flagged_at)
select address, i, 'case ' || i, 'behaviour', '', '0x0000000000000002', ${NOW} - 1000
from unnest($1::text[]) with ordinality as listed (address, i)`

const INSERT_FREEZES = `
insert into dao_freeze (address, number, proposal_id, reason_hash, since, renewed_at)
select address, i, 1, '', ${NOW} - 1000, ${NOW} - 1000
from unnest($1::text[]) with ordinality as listed (address, i)`

/** Appeals whose voting is open, or proposals to freeze that were rejected. */
const INSERT_PROPOSALS = `
with own as (
  insert into dao_proposal (id, action, target, proposer, rank, flag_number, is_appeal, title, description, reason,
    reason_hash, created_at, voting_ends_at, executable_until, height, tx_id)
  select (select count(*) from dao_proposal) + i, case when $2 then 'unfreeze' else 'freeze' end, address,
    '0x0000000000000003', 'other', flag.number, $2, 'Title', 'What will happen, as the contract states it.',
    repeat('Swept the wallets of at least six members in one night. ', 4), '', at - 86400, at, at + 604800, 1, repeat('a', 64)
  from unnest($1::text[]) with ordinality as listed (address, i)
  left join dao_flag flag using (address), (select ${NOW} + case when $2 then 50000 else -50000 end as at) ends
  returning id)
insert into dao_proposal_state (proposal_id, stored_status, stored_outcome)
select id, 'rejected', 'rejected' from own where not $2`

const INSERT_VOTES = `
insert into dao_vote (proposal_id, voter, sequence, support, cast_at, score_tenths, evidence_hash, record_height,
  publisher, height, event_index, tx_id)
select id, '0x' || lpad(to_hex(n), 16, '0'), id, n % 2 = 0, created_at, 800, '', 1, '0x0000000000000004', 1, n, repeat('a', 64)
from dao_proposal cross join generate_series(1, $1::int) n`
