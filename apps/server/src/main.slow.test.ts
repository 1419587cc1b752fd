import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROLES } from './runtime/roles.ts'
import { createTestDatabase } from './testing/create-test-database.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

interface Run {
  child: ChildProcess
  stdout: NodeJS.ReadableStream
  /** Exit code and the output on stderr. */
  ended: Promise<{ code: number | null; stderrText: string }>
}

function startProcess(roles: string[], env: Record<string, string> = {}): Run {
  const settings = { FLOW_NETWORK: 'local', FLOW_ACCESS_NODE: 'http://127.0.0.1:9', API_PORT: '0' }
  const child = spawn(process.execPath, [MAIN, ...roles], {
    env: { LOG_LEVEL: 'silent', ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stderrText = text(child.stderr)
  const ended = once(child, 'exit').then(async ([code]) => ({ code, stderrText: await stderrText }))
  return { child, stdout: child.stdout, ended }
}

async function readPrintedUrl({ stdout }: Run): Promise<string> {
  stdout.setEncoding('utf8')
  let printed = ''
  for await (const chunk of stdout) {
    printed += chunk
    const url = /http:\S+/.exec(printed)?.[0]
    if (url) return url
  }
  throw new Error(`it printed no URL: ${printed}`)
}

async function createDatabaseUrl(): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

describe('the process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('serves until %s and ends with 0', async (signal) => {
    const process = startProcess(['api', 'indexer', 'scorer'], {
      DATABASE_URL: await createDatabaseUrl(),
    })
    const url = await readPrintedUrl(process)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    process.child.kill(signal)
    expect(await process.ended).toMatchObject({ code: 0, stderrText: '' })
  })

  it.each([
    [['miner'], {}, `There is no role 'miner'; the roles are ${ROLES.join(', ')}.\n`],
    [[], {}, `Name one role or more: ${ROLES.join(', ')}.\n`],
    [['api'], { API_PORT: 'many' }, expect.stringMatching(/^.*API_PORT.*\n$/)],
    [
      ['api'],
      { DATABASE_URL: 'postgres://user:secret@127.0.0.1:9/nothing' },
      expect.stringMatching(/^The database at 127\.0\.0\.1:9\/nothing cannot be used.*\n$/),
    ],
  ])('says in one sentence why %j cannot start with %j', async (roles, env, stderrText) => {
    expect(await startProcess(roles, env).ended).toEqual({ code: 1, stderrText })
  })
})
