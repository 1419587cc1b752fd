import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { ROOT } from '../environment.ts'

/** What a command of apps/verify printed, and its exit code. */
export interface CommandResult {
  code: number
  output: string
  errors: string
}

/** Runs `npm run verify-votes` or `npm run verify-case` with a file, which exists during the test. */
export async function verifyFile(
  command: 'votes' | 'case',
  file: unknown,
  ...options: string[]
): Promise<CommandResult> {
  const folder = await mkdtemp(join(tmpdir(), `dharma-${command}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, `${command}.json`)
  await writeFile(path, JSON.stringify(file, null, 2))
  const main = join(ROOT, `apps/verify/src/${command}/main.ts`)
  const child = spawn(process.execPath, [main, path, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outputs = Promise.all([text(child.stdout), text(child.stderr)])
  const [[code], [output, errors]] = await Promise.all([once(child, 'exit'), outputs])
  return { code, output, errors }
}
