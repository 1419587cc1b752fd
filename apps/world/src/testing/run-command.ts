import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { ENVIRONMENT } from '../environment.ts'

interface Command {
  command: [string, ...string[]]
  cwd: string
  /** Added to the environment. */
  env?: Record<string, string>
  /** Written to its standard input. */
  input?: string
}

/** Runs a command to its end; `output` is all that it printed. */
export async function runCommand({
  command: [program, ...args],
  cwd,
  env,
  input = '',
}: Command): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { cwd, env: { ...ENVIRONMENT, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, output }
}

/** What a command printed, and its exit code. */
interface CommandResult {
  code: number | null
  output: string
  errors: string
}

/** Runs a file of this checkout, such as that of a command in package.json, until it exits. */
export async function runMain(
  file: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ENVIRONMENT, ...environment },
  })
  const outputs = Promise.all([text(child.stdout), text(child.stderr)])
  const [[code], [output, errors]] = await Promise.all([once(child, 'exit'), outputs])
  return { code, output, errors }
}

/** Runs `npm run verify -- votes` or `npm run verify -- case` with a file, which exists during the test. */
export async function verifyFile(
  command: 'votes' | 'case',
  file: unknown,
  ...options: string[]
): Promise<CommandResult> {
  const path = await writeTemporaryFile(`${command}.json`, JSON.stringify(file, null, 2))
  return await runMain('apps/verify/src/main.ts', [command, path, ...options])
}

/** Writes a file that is removed at the end of the test; returns its path. */
export async function writeTemporaryFile(name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-story-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
