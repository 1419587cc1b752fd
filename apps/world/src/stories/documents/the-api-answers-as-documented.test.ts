import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROUTES } from '@app/api/routes/routes.ts'
import { startServer } from '@app/server/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT, STATE_DIR } from '../../../../../scripts/set-up/paths.mjs'
import { buildConfig } from '../../start-app.ts'
import { openSession } from '../../testing/clients/log-in.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { runCommand } from '../../testing/run-command.ts'

const world = connectToWorld()
const resources = new AsyncDisposableStack()

/** What schemathesis writes with `--report json`. */
interface Report {
  operations: { tested: number; skipped: number; errored: number }
  test_cases: { generated: number; errored: number }
  failures: { title: string; count: number; operations: string[] }[]
}

let report: Report
let output: string

/** Starts a server whose limits of requests count the addresses that its client names, as behind a proxy. */
async function startServerBehindProxy(): Promise<string> {
  const { port } = new URL(world.urls.web)
  const config = buildConfig({
    environment: { FLOW_ACCESS_NODE: world.emulator.rest, TRUSTED_PROXIES: '127.0.0.1, ::1' },
    network: 'local',
    databaseUrl: world.databaseUrl,
    ports: { web: Number(port), api: 0 },
  })
  const server = await startServer(config, ['api'])
  resources.defer(() => server.stop())
  return server.url
}

beforeAll(async () => {
  const url = await startServerBehindProxy()
  const folder = await mkdtemp(join(tmpdir(), 'dharma-schemathesis-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const reportFile = join(folder, 'report.json')
  const { alice } = world.people
  const session = await openSession(world, alice)
  const settings = join(ROOT, 'tools/schemathesis')
  const run = await runCommand({
    command: [
      join(STATE_DIR, 'python/bin/schemathesis'),
      ...[
        '--config-file',
        join(settings, 'schemathesis.toml'),
        'run',
        `${url}/openapi.json`,
        '--url',
        url,
        '--no-color',
      ],
      ...['--report', 'json', '--report-json-path', reportFile],
    ],
    cwd: folder,
    env: {
      SESSION: session,
      SESSION_ADDRESS: alice.address,
      HOOKS: join(settings, 'hooks.py'),
    },
  })
  output = run.output
  report = JSON.parse(await readFile(reportFile, 'utf8'))
}, 600_000)

afterAll(() => resources.disposeAsync())

test('every route is tested, with more than a thousand requests', () => {
  expect(report.operations).toMatchObject({ tested: ROUTES.length, skipped: 0, errored: 0 })
  expect(report.test_cases.errored).toBe(0)
  expect(report.test_cases.generated).toBeGreaterThan(1_000)
})

const OPERATIONS = ROUTES.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)

test.each(OPERATIONS)('%s answers every request as the document says', (operation) => {
  const failures = report.failures.filter(({ operations }) => operations.includes(operation))
  expect(
    failures.map(({ title }) => title),
    excerpt(operation),
  ).toEqual([])
})

test('sequences of calls are answered as the document says', () => {
  const failures = report.failures.filter(
    ({ operations }) => !operations.some((name) => OPERATIONS.includes(name)),
  )
  expect(failures, excerpt('Stateful tests')).toEqual([])
})

/** The part of the output about an operation. */
function excerpt(operation: string): string {
  const parts = output.split(/^_{3,} (.*) _{3,}$/m)
  return parts[parts.indexOf(operation) + 1]?.trim() ?? ''
}
