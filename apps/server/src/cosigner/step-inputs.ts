import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { NetworkReader } from '../flow-access/read-contract.ts'
import type { ChainFacts } from './exchange/verify-letter.ts'

/** What one step of a signer knows about the chain, all at the height of `facts.tip`. */
export interface StepInputs {
  facts: ChainFacts
  /** Numbers of the proposals that can be executed now. */
  executable: readonly number[]
  /** Reader of scripts at that height. */
  reader: NetworkReader
  signer: Signer
}

/** Returns the Unix seconds of the step's block. */
export const toNowSeconds = ({ facts }: StepInputs): number => Math.floor(facts.tip.timeMs / 1000)
