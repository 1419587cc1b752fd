import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { UnreadableInputError } from '@app/score/canonical/unreadable-input-error.ts'
import type { Facts } from '@app/score/facts.ts'
import { CommandError } from '../command-error.ts'

/** A wallet that a server has scored, with the facts of its newest score. */
export interface KnownWallet {
  address: string
  facts: Facts
}

/** The facts in an exported evidence file, or in an entry of `GET /v1/inputs`. Throws `CommandError`. */
export function parseKnownWallet(place: string, written: unknown): KnownWallet {
  if (!hasInputs(written)) {
    throw new CommandError(`${place} has no inputs: it should be evidence, as the API exports it`)
  }
  try {
    const facts = parseInputs(written.inputs)
    return { address: facts.address, facts }
  } catch (cause) {
    if (!(cause instanceof UnreadableInputError)) throw cause
    throw new CommandError(`${place}: ${cause.message}`, { cause })
  }
}

function hasInputs(value: unknown): value is { inputs: { chain: unknown; offchain: unknown } } {
  if (typeof value !== 'object' || value === null || !('inputs' in value)) return false
  const { inputs } = value
  return typeof inputs === 'object' && inputs !== null && 'chain' in inputs && 'offchain' in inputs
}
