import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MODULE = pathToFileURL(join(import.meta.dirname, 'run-supervised.mjs')).href

/** Prints each signal that it receives; exits 300 ms after the first. */
const CHILD_SCRIPT = `
const print = (text: string): void => console.log(text)
setInterval(() => {}, 1000)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    print(signal)
    setTimeout(() => process.exit(7), 300)
  })
}
print('ready')
`

let directory = ''
const children: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'run-supervised-'))
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  writeFileSync(join(directory, 'world.ts'), CHILD_SCRIPT)
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

/** Starts a supervisor with a child. `lines` is the output of the child until it ends. */
async function startSupervised() {
  const code = `const { runSupervised } = await import('${MODULE}'); process.exit(await runSupervised(['${join(directory, 'world.ts')}']))`
  const supervisor = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(supervisor)
  const lines = createInterface({ input: supervisor.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return { supervisor, lines }
}

async function readRemainingLines(lines: AsyncIterator<string>) {
  const remaining: string[] = []
  for (let line = await lines.next(); !line.done; line = await lines.next())
    remaining.push(line.value)
  return remaining
}

test('a signal that is sent twice reaches the child once, and its exit code is returned', async () => {
  const { supervisor, lines } = await startSupervised()
  supervisor.kill('SIGINT')
  supervisor.kill('SIGINT')
  const [code] = await once(supervisor, 'exit')
  expect(await readRemainingLines(lines)).toEqual(['SIGINT'])
  expect(code).toBe(7)
})

test('the child ends when its supervisor is killed', async () => {
  const { supervisor, lines } = await startSupervised()
  supervisor.kill('SIGKILL')
  expect(await readRemainingLines(lines)).toEqual(['SIGTERM'])
})
