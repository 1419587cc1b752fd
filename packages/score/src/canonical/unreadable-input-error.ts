import { FatalError } from '@app/values/errors.ts'

/** A value of the canonical inputs that this version of the engine cannot read. */
export class UnreadableInputError extends FatalError {
  override name = 'UnreadableInputError'
  /** Path of the value, such as inputs.chain.tokens[0].received. */
  readonly path: string
  readonly expected: string
  readonly found: string

  constructor({ path, expected, found }: { path: string; expected: string; found: string }) {
    super(`${path} should be ${expected}, but is ${found}.`)
    this.path = path
    this.expected = expected
    this.found = found
  }
}
