import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProcesses, startProcess } from '../../testing/start-process.ts'
import { waitFor } from '../../testing/wait-for.ts'

const READY = 'Dharma Guard is ready: open http://localhost:'
const ANY_ADDRESS = expect.stringMatching(/^0x[0-9a-f]{16}$/)

let stateDir: string

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'dharma-start-'))
  await chmod(stateDir, 0o755)
})

afterAll(async () => {
  for (const { pid } of await findProcesses(stateDir)) process.kill(pid, 'SIGKILL')
  await rm(stateDir, { recursive: true, force: true })
})

const waitForNoProcess = () =>
  waitFor('every process to exit', async () => (await findProcesses(stateDir)).length === 0)
const readWorldFile = async () => JSON.parse(await readFile(join(stateDir, 'world.json'), 'utf8'))

test('interrupted while it creates the history, it exits and leaves no process', async () => {
  const start = startProcess(stateDir, ['--fresh'])
  await start.waitForOutput('days of history')
  start.kill('SIGINT')
  expect(await start.exited).toBe(0)
  expect(start.readErrors()).toBe('')
  expect(await findProcesses(stateDir)).toEqual([])
})

test('on SIGTERM it exits; with --keep the world continues with the same people, until its folder is removed', async () => {
  const first = startProcess(stateDir, ['--keep'])
  await first.waitForOutput(READY)
  expect(first.readOutput()).toContain('There is no world to keep')
  const { people, web, api, emulator, wallet, ...roles } = await readWorldFile()
  expect([web, api, emulator, wallet].every((url) => URL.canParse(url))).toBe(true)
  expect(roles).toEqual({ contracts: ANY_ADDRESS, agent: ANY_ADDRESS, dao: ANY_ADDRESS })
  const intruder = startProcess(stateDir)
  expect(await intruder.exited).toBe(1)
  expect(intruder.readErrors()).toContain(`(process ${first.pid}): stop it first`)
  expect((await readWorldFile()).people).toEqual(people)
  first.kill('SIGTERM')
  expect(await first.exited).toBe(0)
  expect(await findProcesses(stateDir)).toEqual([])

  const second = startProcess(stateDir, ['--keep'])
  await second.waitForOutput(READY)
  expect(second.readOutput()).not.toContain('days of history')
  expect((await readWorldFile()).people).toEqual(people)
  await rename(join(stateDir, 'local'), join(stateDir, 'elsewhere'))
  expect(await second.exited).toBe(1)
  expect(second.readErrors()).toMatch(/^The folder of this world, \S+, was removed: start again/)
  expect(await findProcesses(stateDir)).toEqual([])
})

test.each(['toolbox emulator', 'toolbox wallet', 'dharma-postgres-guard'])(
  'when %s is killed, it prints one sentence and stops everything else',
  async (part) => {
    const start = startProcess(stateDir, ['--keep'])
    await start.waitForOutput(READY)
    const killedProcess = (await findProcesses(stateDir)).find(({ command }) =>
      command.includes(part),
    )
    process.kill(killedProcess?.pid ?? 0, 'SIGKILL')
    expect(await start.exited).toBe(1)
    expect(start.readErrors()).toMatch(
      /^[^\n]+ exited unexpectedly.*: start again, with --keep[^\n]+\n$/,
    )
    await waitForNoProcess()
  },
)

test('the next start cleans up after kill -9', async () => {
  const killed = startProcess(stateDir, ['--keep'])
  await killed.waitForOutput(READY)
  killed.kill('SIGKILL')
  await killed.exited
  const next = startProcess(stateDir, ['--keep'])
  await next.waitForOutput(READY)
  next.kill('SIGTERM')
  expect(await next.exited).toBe(0)
  await waitForNoProcess()
})

test('a kept world of an earlier version is rejected with one sentence', async () => {
  await rm(join(stateDir, 'local', 'dao.json'))
  const start = startProcess(stateDir, ['--keep'])
  expect(await start.exited).toBe(1)
  expect(start.readErrors()).toMatch(
    /^[^\n]+ earlier version created it: start without --keep[^\n]+\n$/,
  )
  await waitForNoProcess()
})

test.each(['--port', '--api-port'])('a busy %s is reported, with what to do', async (option) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const start = startProcess(stateDir, [option, String(port)])
  expect(await start.exited).toBe(1)
  expect(start.readErrors()).toBe(
    `Port ${port} is in use: stop the program that listens on it, or choose another port with ${option} N.\n`,
  )
  other.close()
})
