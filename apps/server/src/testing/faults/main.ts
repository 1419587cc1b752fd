import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { createPool } from '../../db/create-pool.ts'
import { migrate } from '../../db/migrate.ts'
import { runSchedules } from './schedule/run-schedules.ts'
import { WANTED_STATES } from './schedule/sometimes.ts'

/** A run of at least this many schedules must reach every wanted state. */
const COMPLETE_RUN = 100

const report = (line: string) => void process.stdout.write(`${line}\n`)

/** Runs the schedules of the command line. Resolves with the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      schedules: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '3' },
    },
  })
  await using undo = new AsyncDisposableStack()
  const templateUrl = await startTemplate(undo)
  const schedules = Number(values.schedules)
  const startedMs = performance.now()
  const { failed, reached, faultCount } = await runSchedules({
    templateUrl,
    seed: Number(values.seed),
    schedules,
    jobs: Number(values.jobs),
    report,
  })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const unreached = WANTED_STATES.filter((state) => !reached.has(state))
  report(`${schedules} schedules, ${faultCount} faults, ${failed.length} failed, ${seconds} s`)
  report(`${reached.size} of ${WANTED_STATES.length} states reached`)
  for (const state of unreached) report(`  not reached: ${state}`)
  const isIncomplete = schedules >= COMPLETE_RUN && unreached.length > 0
  return failed.length > 0 || isIncomplete ? 1 : 0
}

/** Starts PostgreSQL with a migrated database; `undo` removes both. */
async function startTemplate(undo: AsyncDisposableStack): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'dharma-faults-'))
  undo.defer(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o755)
  const postgres = await startPostgres({ dataDir: join(home, 'postgres'), isDurable: false })
  undo.defer(() => postgres.stop())
  const pool = createPool(postgres.url, { warn: () => {} })
  await migrate(pool)
  await pool.end()
  return postgres.url
}

process.exitCode = await main()
