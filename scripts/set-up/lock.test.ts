import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock } from './lock.mjs'

const LOCK_MODULE = pathToFileURL(join(import.meta.dirname, 'lock.mjs')).href
const FAST = { pollMs: 5 }

let directory = ''
let lockPath = ''
const children: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
  lockPath = join(directory, 'inside/set-up.lock')
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

function startProcess(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function startHolder(then = '') {
  const holder = startProcess(`
    const { acquireLock } = await import('${LOCK_MODULE}')
    const lock = await acquireLock('${lockPath}')
    ${then}
    console.log('held')
    process.stdin.resume()`)
  await once(holder.stdout, 'data')
  return holder
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Returns a promise of the lock, and one of the process that it waits for. */
function waitForLock() {
  const waiting = Promise.withResolvers<number>()
  const lock = acquireLock(lockPath, { ...FAST, onWait: waiting.resolve })
  return { waiting: waiting.promise, lock }
}

test('a free lock is held at once, again and again, leaves one file, and ignores nonsense', async () => {
  for (let turn = 0; turn < 3; turn++) (await acquireLock(lockPath)).release()
  expect(readdirSync(lockPath)).toEqual(['3'])
  writeFileSync(join(lockPath, '4'), 'nonsense')
  ;(await acquireLock(lockPath, FAST)).release()
})

test('the second process learns which process it waits for, and waits for the release', async () => {
  const first = await acquireLock(lockPath)
  const second = waitForLock()
  expect(await second.waiting).toBe(process.pid)
  first.release()
  ;(await second.lock).release()
})

test('the lock of a killed process is taken over', async () => {
  const holder = await startHolder()
  const second = waitForLock()
  expect(await second.waiting).toBe(holder.pid)
  await kill(holder)
  ;(await second.lock).release()
})

test('the lock of a killed process stays held while the command that it started lives', async () => {
  const command = startProcess('process.stdin.resume()')
  await once(command, 'spawn')
  const holder = await startHolder(`lock.shareWith(${command.pid})`)
  await kill(holder)
  const second = waitForLock()
  expect(await second.waiting).toBe(command.pid)
  await kill(command)
  ;(await second.lock).release()
})

test('of many processes only one at a time holds the lock that a killed one left', async () => {
  await kill(await startHolder())
  const work = `
    import { rmSync, writeFileSync } from 'node:fs'
    const { acquireLock } = await import('${LOCK_MODULE}')
    for (let turn = 0; turn < 20; turn++) {
      const lock = await acquireLock('${lockPath}', { pollMs: 1 })
      writeFileSync('${join(directory, 'busy')}', '', { flag: 'wx' })
      await new Promise(setImmediate)
      rmSync('${join(directory, 'busy')}')
      lock.release()
    }`
  const ends = [1, 2, 3, 4].map(() => once(startProcess(work), 'exit'))
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0, 0])
})
