import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findKnownCause, runCommand, stopCommands } from './run-command.mjs'

const printed: string[] = []

beforeEach(() => {
  printed.length = 0
  const keep = (text: unknown) => printed.push(String(text)) > 0
  vi.spyOn(console, 'log').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
})

afterEach(() => vi.restoreAllMocks())

const run = (command: [string, ...string[]], onStart?: (pid: number) => void) =>
  runCommand({ title: 'Working', command, cwd: '/', ...(onStart ? { onStart } : {}) })

test('a command that succeeds prints its title and none of its output', async () => {
  await run(['sh', '-c', 'echo noise'])
  expect(printed).toEqual(['Working …'])
})

test('a command that fails prints its output and rejects with one sentence', async () => {
  await expect(run(['sh', '-c', 'echo details; exit 3'])).rejects.toThrow(
    'Working failed (sh -c echo details; exit 3 ended with 3): see above.',
  )
  expect(printed.join('')).toContain('details')
})

test('a command that does not exist is named', async () => {
  await expect(run(['no-such-program'])).rejects.toThrow('no-such-program cannot be run')
})

test.each([
  ['npm error code ENOSPC', 'no space left on the disk'],
  ['write /tmp/x: no space left on device', 'no space left on the disk'],
  ['dial tcp: lookup proxy.golang.org: no such host', 'registry cannot be reached'],
  ['EACCES: permission denied, mkdir', 'permission denied'],
  ['cgo: C compiler "gcc" not found', 'C compiler does not work'],
])('the cause of %s is named', (output, sentence) => {
  expect(findKnownCause(output)).toContain(sentence)
})

test('an interruption stops the command with its children and prints none of its output', async () => {
  const started = Promise.withResolvers<number>()
  const ended = run(['sh', '-c', 'echo noise; sleep 1000 & sleep 1000'], started.resolve)
  const outcome = ended.catch(String) // Settles when the last child has closed the output.
  await started.promise
  await stopCommands(5000)
  expect(await outcome).toContain('Set-up was interrupted')
  expect(printed).toEqual(['Working …'])
})
