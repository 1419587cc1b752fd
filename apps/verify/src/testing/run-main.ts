import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** Runs a main file until it exits; resolves with its exit code and what it printed. */
export async function runMain(main: string, args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const outputs = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  const [output, errors] = await outputs
  return { code, output, errors }
}

/** Writes a file that is removed at the end of the test; returns its path. */
export async function saveFile(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-verify-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'file.json')
  await writeFile(path, content)
  return path
}
