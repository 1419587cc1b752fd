import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MODULE = pathToFileURL(join(import.meta.dirname, 'run-under-us.mjs')).href

/** Says each signal that it gets; ends by itself on the first after its stop took a moment. */
const WORLD = `
const say = (text: string): void => console.log(text)
setInterval(() => {}, 1000)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    say(signal)
    setTimeout(() => process.exit(7), 300)
  })
}
say('ready')
`

let directory = ''
const started: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'run-under-us-'))
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  writeFileSync(join(directory, 'world.ts'), WORLD)
})

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

/** Starts a starter with a world under it; lines are what the world says, until it is gone. */
async function startWorld() {
  const code = `const { runUnderUs } = await import('${MODULE}'); process.exit(await runUnderUs(['${join(directory, 'world.ts')}']))`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(starter)
  const lines = createInterface({ input: starter.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return { starter, lines }
}

async function rest(lines: AsyncIterator<string>) {
  const said: string[] = []
  for (let line = await lines.next(); !line.done; line = await lines.next()) said.push(line.value)
  return said
}

test('a signal that comes twice reaches the world once, and its exit code comes back', async () => {
  const { starter, lines } = await startWorld()
  starter.kill('SIGINT')
  starter.kill('SIGINT')
  const [code] = await once(starter, 'exit')
  expect(await rest(lines)).toEqual(['SIGINT'])
  expect(code).toBe(7)
})

test('the world ends when its starter is killed', async () => {
  const { starter, lines } = await startWorld()
  starter.kill('SIGKILL')
  expect(await rest(lines)).toEqual(['SIGTERM'])
})
