/** A reason why an action can never be sent. */
export interface CallProblem {
  problem: string
  /** There is nothing to do: the chain is as the action was to make it. */
  isMoot?: boolean
}

/** Builds the problem of an action whose contract does not exist yet. */
export const buildMissingContractProblem = (contract: string, network: string): CallProblem => ({
  problem: `The contract ${contract} is not deployed on ${network} yet.`,
})
