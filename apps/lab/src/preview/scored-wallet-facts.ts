import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { UnreadableInputError } from '@app/score/canonical/unreadable-input-error.ts'
import type { Facts } from '@app/score/facts.ts'
import { CommandError } from '../command-error.ts'

/** A wallet that a server has scored, with the facts of its newest score. */
export interface ScoredWalletFacts {
  address: string
  facts: Facts
}

/**
 * Parses an exported evidence file, or an entry of `GET /v1/inputs`. Throws `CommandError`, which begins with
 * `location`.
 */
export function parseScoredWalletFacts(location: string, value: unknown): ScoredWalletFacts {
  if (!hasInputs(value)) {
    throw new CommandError(`${location} has no inputs: it must be evidence as exported by the API`)
  }
  try {
    const facts = parseInputs(value.inputs)
    return { address: facts.address, facts }
  } catch (cause) {
    if (!(cause instanceof UnreadableInputError)) throw cause
    throw new CommandError(`${location}: ${cause.message}`, { cause })
  }
}

function hasInputs(value: unknown): value is { inputs: { chain: unknown; offchain: unknown } } {
  if (typeof value !== 'object' || value === null || !('inputs' in value)) return false
  const { inputs } = value
  return typeof inputs === 'object' && inputs !== null && 'chain' in inputs && 'offchain' in inputs
}
