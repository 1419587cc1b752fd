import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ENVIRONMENT, ROOT } from '../environment.ts'

/** What a command printed, and its exit code. */
export interface CommandResult {
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
