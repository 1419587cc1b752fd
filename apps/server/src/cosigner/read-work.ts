import { getExecutableProposals, getProposal } from '@app/contracts/calls.ts'
import { NodeInvalidResponseError, NodeRefusedError } from '@app/flow/errors.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { RetryableError } from '@app/values/errors.ts'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import {
  type ContractQuery,
  type NetworkReader,
  readContract,
} from '../flow-access/read-contract.ts'

/** What the signers have to look at, at one height. */
export interface GovernanceWork {
  /** `null` before the contracts were handed over to a DAO. */
  dao: Address | null
  /** Numbers of the approved proposals that can be executed now. */
  executable: number[]
  /** Those who voted on open proposals. */
  voters: Address[]
}

/** A vote with the published record on which it is based. */
export interface Vote {
  voter: Address
  support: boolean
  evidenceHash: string
  /** Height up to which the chain was read for the record. */
  recordHeight: number
}

/** An approved proposal that can be executed now. */
export interface ExecutableProposal {
  id: number
  target: Address
  isAppeal: boolean
  minVotesFor: number
  /** Unix seconds. */
  votingEndsAt: number
  votes: Vote[]
}

const MAX_VOTERS = 300

const WorkSchema = Type.Object({
  dao: Type.Union([Type.Null(), Type.String()]),
  executable: Type.Array(Type.BigInt()),
  voters: Type.Array(Type.String()),
})

const SummarySchema = Type.Object({
  id: Type.BigInt(),
  target: Type.String(),
  isAppeal: Type.Boolean(),
  status: Type.String(),
  executionObstacle: Type.Union([Type.Null(), Type.String()]),
  minVotesFor: Type.BigInt(),
  votingEndsAt: Type.BigInt(),
  votes: Type.Record(
    Type.String(),
    Type.Object({
      support: Type.Boolean(),
      evidenceHash: Type.String(),
      blockHeight: Type.BigInt(),
    }),
  ),
})

/** Reads what there is to do; `null` when the contracts are not deployed. */
export async function readWork(reader: NetworkReader): Promise<GovernanceWork | null> {
  const call = getExecutableProposals({ maxVoters: MAX_VOTERS })
  const answer = await readGovernance(reader, call)
  if (answer === null) return null
  const work = expectShape(WorkSchema, answer.value, call.name)
  return {
    dao: work.dao === null ? null : toAddress(work.dao),
    executable: work.executable.map(Number),
    voters: work.voters.map(toAddress),
  }
}

/** Reads a proposal; `null` when it cannot be executed now. */
export async function readExecutableProposal(
  reader: NetworkReader,
  id: number,
): Promise<ExecutableProposal | null> {
  const call = getProposal({ id })
  const answer = await readGovernance(reader, call)
  if (answer === null || answer.value === null) return null
  const summary = expectShape(SummarySchema, answer.value, call.name)
  const isExecutable = summary.status === 'approved' && summary.executionObstacle === null
  if (!isExecutable || summary.id !== BigInt(id)) return null
  return {
    id,
    target: toAddress(summary.target),
    isAppeal: summary.isAppeal,
    minVotesFor: Number(summary.minVotesFor),
    votingEndsAt: Number(summary.votingEndsAt / UNITS_PER_TOKEN),
    votes: Object.entries(summary.votes).map(([voter, { support, evidenceHash, blockHeight }]) => ({
      voter: toAddress(voter),
      support,
      evidenceHash,
      recordHeight: Number(blockHeight),
    })),
  }
}

/** A script that panics is tried again: a signer must not stop for good because of one answer. */
async function readGovernance(reader: NetworkReader, call: ContractQuery['call']) {
  try {
    return await readContract(reader, { contract: 'DharmaGovernance', call })
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    throw new RetryableError(`The node refused the script ${call.name}: ${error.message}`, {
      cause: error,
    })
  }
}

function expectShape<S extends Type.TSchema>(
  schema: S,
  value: unknown,
  script: string,
): Type.Static<S> {
  if (Check(schema, value)) return value
  throw new NodeInvalidResponseError(`The script ${script} did not return its fields.`)
}
