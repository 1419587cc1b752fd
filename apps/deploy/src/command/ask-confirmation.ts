import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { FatalError } from '@app/values/errors.ts'

/** Where a person reads and types. */
export interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
}

/** Whether a person says yes: Ctrl-C and an end of input say no. Throws `FatalError` where nobody can be asked. */
export async function askConfirmation(
  question: string,
  { stdin, stdout }: Terminal = process,
): Promise<boolean> {
  if (!stdin.isTTY) {
    throw new FatalError('Nothing was sent: add --yes to go on without being asked.')
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
