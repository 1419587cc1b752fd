import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
