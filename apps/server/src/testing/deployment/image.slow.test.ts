import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../create-test-database.ts'
import { findFreePort } from '../processes/find-free-port.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const NOBODY = 65_534
const INSTALL_TIMEOUT_MS = 600_000

const run = promisify(execFile)
let image: string
let dockerfile: string[]
let ignored: string[]

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'dharma-image-'))
  const patterns = await readFile(join(ROOT, '.dockerignore'), 'utf8')
  ignored = patterns.split('\n').filter((line) => /^(?!\*\*$)[^!]/.test(line))
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
  dockerfile = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of dockerfile) await follow(line)
  await run('chmod', ['-R', 'a+rX,a-w', image])
}, INSTALL_TIMEOUT_MS)

afterAll(async () => {
  await run('chmod', ['-R', 'u+w', image])
  await rm(image, { recursive: true, force: true })
})

/** Does in the folder what the line does in the image, without a daemon. */
async function follow(line: string): Promise<void> {
  const [instruction, ...words] = line.split(' ')
  if (instruction === 'COPY' && !words[0]?.startsWith('--from')) await copy(words)
  if (instruction === 'RUN') {
    const [command = '', ...args] = words
    await run(command, [...args, '--prefer-offline'], { cwd: image, timeout: INSTALL_TIMEOUT_MS })
  }
}

async function copy(words: string[]): Promise<void> {
  const target = words.at(-1) ?? ''
  for (const source of words.slice(0, -1)) {
    const isFile = /\.json$/.test(source)
    const to = join(image, target, isFile ? source.replace(/^.*\//, '') : '')
    await mkdir(dirname(to), { recursive: true })
    await cp(join(ROOT, source), to, { recursive: true, filter: isInContext })
  }
}

/** Whether `.dockerignore`, which first leaves out all but some folders, takes a path below these. */
const isInContext = (path: string): boolean =>
  !ignored.some((pattern) => {
    const inside = relative(ROOT, path)
    return matchesGlob(inside, pattern) || matchesGlob(inside, `${pattern}/**`)
  })

/** Starts a role in the folder as a user to whom nothing belongs, and returns its URL. */
async function startRole(role: string, env: Record<string, string>): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const port = await findFreePort()
  const [, program = '', main = ''] =
    /^ENTRYPOINT \["(\w+)", "(.+)"\]$/.exec(
      dockerfile.find((line) => line.startsWith('ENTRYPOINT')) ?? '',
    ) ?? []
  expect(program).toBe('node')
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(process.execPath, [main, role], {
    cwd: image,
    ...asNobody,
    env: {
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: 'http://127.0.0.1:9',
      DATABASE_URL: database.url,
      API_PORT: `${port}`,
      OPERATIONS_PORT: `${port}`,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(async () => (await fetch(`${url}/health`).catch(() => null))?.ok, {
    timeout: 60_000,
    interval: 100,
  })
  return url
}

it('an image of these files serves the API, with its reference, as a user that owns nothing', {
  timeout: 120_000,
}, async () => {
  const url = await startRole('api', {})
  expect((await fetch(`${url}/docs/static/index.html`)).status).toBe(200)
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('dharma_database_up 1')
})

it('an image of these files runs the other roles, and sends traces', {
  timeout: 300_000,
}, async () => {
  for (const role of ['indexer', 'scorer', 'alerts']) {
    const url = await startRole(role, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toMatch(/dharma_stage_up\{stage="/)
  }
})

it('an image of these files contains no tests and no packages of this checkout', async () => {
  const find = async (name: string) => {
    const args = [image, '-name', name, '-not', '-path', '*/node_modules/*']
    return (await run('find', args)).stdout.trim()
  }
  expect(await find('*.test.ts')).toBe('')
  expect(await find('main.ts')).toBe(join(image, 'apps/server/src/main.ts'))
})

it('is built from paths that exist, with the versions of this checkout', async () => {
  const { version } = JSON.parse(
    await readFile(join(ROOT, 'node_modules/node/package.json'), 'utf8'),
  )
  const bases = dockerfile.filter((line) => line.startsWith('FROM'))
  for (const base of bases) expect(base).toContain(`node:${version}-`)
  expect(dockerfile).toContain('USER node')
})
