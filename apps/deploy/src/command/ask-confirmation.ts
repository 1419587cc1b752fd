import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { FatalError } from '@app/values/errors.ts'

/** An interactive terminal. */
export interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
}

/** Asks the user for confirmation. Ctrl-C and an end of input mean no. Throws `FatalError` without an interactive terminal. */
export async function askConfirmation(
  question: string,
  { stdin, stdout }: Terminal = process,
): Promise<boolean> {
  if (!stdin.isTTY) {
    throw new FatalError('Nothing was sent: add --yes to continue without confirmation.')
  }
  using terminal = createInterface({ input: stdin, output: stdout, terminal: true })
  try {
    const answer = await terminal.question(`${question} [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    stdout.write('\n')
    return false
  }
}
