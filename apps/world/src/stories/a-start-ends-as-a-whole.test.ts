import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesOf, startProcess } from '../testing/start-process.ts'
import { waitFor } from '../testing/wait-for.ts'

const READY = 'Dharma Guard is ready: open http://localhost:'
const AN_ADDRESS = expect.stringMatching(/^0x[0-9a-f]{16}$/)

let state: string

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'dharma-start-'))
  await chmod(state, 0o755)
})

afterAll(async () => {
  for (const { pid } of await processesOf(state)) process.kill(pid, 'SIGKILL')
  await rm(state, { recursive: true, force: true })
})

const noProcess = () =>
  waitFor('every process to be gone', async () => (await processesOf(state)).length === 0)
const worldFile = async () => JSON.parse(await readFile(join(state, 'world.json'), 'utf8'))

test('interrupted while it makes history, it ends within 5 s and leaves nothing running', async () => {
  const start = startProcess(state)
  await start.prints('days of history')
  const askedAtMs = performance.now()
  start.kill('SIGINT')
  expect(await start.exited).toBe(0)
  expect(performance.now() - askedAtMs).toBeLessThan(5_000)
  expect(start.errors()).toBe('')
  expect(await processesOf(state)).toEqual([])
})

test('asked to end, it ends within 5 s; kept, the world goes on with the same people', async () => {
  const first = startProcess(state)
  await first.prints(READY)
  const { people, web, api, emulator, wallet, ...offices } = await worldFile()
  expect([web, api, emulator, wallet].every((url) => URL.canParse(url))).toBe(true)
  expect(offices).toEqual({ contracts: AN_ADDRESS, agent: AN_ADDRESS, dao: AN_ADDRESS })
  const askedAtMs = performance.now()
  first.kill('SIGTERM')
  expect(await first.exited).toBe(0)
  expect(performance.now() - askedAtMs).toBeLessThan(5_000)
  expect(await processesOf(state)).toEqual([])

  const second = startProcess(state, ['--keep'])
  await second.prints(READY)
  expect(second.output()).not.toContain('days of history')
  expect((await worldFile()).people).toEqual(people)
  second.kill('SIGINT')
  expect(await second.exited).toBe(0)
})

test.each(['toolbox emulator', 'toolbox wallet', 'dharma-postgres-guard'])(
  'when %s is killed, one sentence says what to do and everything else ends',
  async (part) => {
    const start = startProcess(state, ['--keep'])
    await start.prints(READY)
    const victim = (await processesOf(state)).find(({ command }) => command.includes(part))
    process.kill(victim?.pid ?? 0, 'SIGKILL')
    expect(await start.exited).toBe(1)
    expect(start.errors()).toMatch(
      /^[^\n]+ has ended by itself.*: start again, with --keep[^\n]+\n$/,
    )
    await noProcess()
  },
)

test('what kill -9 leaves behind is gone once the next start has run', async () => {
  const killed = startProcess(state, ['--keep'])
  await killed.prints(READY)
  killed.kill('SIGKILL')
  await killed.exited
  const next = startProcess(state, ['--keep'])
  await next.prints(READY)
  next.kill('SIGTERM')
  expect(await next.exited).toBe(0)
  await noProcess()
})

test('a kept world that an earlier version made is refused in one sentence', async () => {
  await rm(join(state, 'local', 'dao.json'))
  const start = startProcess(state, ['--keep'])
  expect(await start.exited).toBe(1)
  expect(start.errors()).toMatch(/^[^\n]+ earlier version: start without --keep[^\n]+\n$/)
  await noProcess()
})

test.each(['--port', '--api-port'])('a busy %s is named, with the way out', async (option) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const start = startProcess(state, [option, String(port)])
  expect(await start.exited).toBe(1)
  expect(start.errors()).toBe(
    `Port ${port} is in use: end the program that listens on it, or choose another with ${option} N.\n`,
  )
  other.close()
})
