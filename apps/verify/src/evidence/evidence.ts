import { ApiError, createClient } from '@app/api/client/client.ts'
import { exportEvidence } from '@app/api/routes/score.ts'
import { type EvidenceFile, EvidenceFileSchema } from '@app/api/schemas/score.ts'
import { parseInputs, UnreadableInputError } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import type { EvidencePointer, Judgement } from '@app/score/judgement.ts'
import { findRules, KNOWN_VERSIONS, type ScoreRules } from '@app/score/version.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { type Party, toParty } from '@app/values/evm-address.ts'
import type { Difference } from '../check.ts'
import { createFileFormat, InvalidFileError } from '../create-file-format.ts'

/** Parses a value as an evidence file. Throws `InvalidFileError` with the first invalid field. */
export const parseEvidenceFile = createFileFormat(EvidenceFileSchema, 'an evidence file')

/** An evidence file, the facts from its inputs, and the engine's judgement of them by the rules of its version. */
export interface ParsedEvidence {
  file: EvidenceFile
  rules: ScoreRules
  address: Address
  facts: Facts
  judgement: Judgement
}

/** Parses the facts of a file and judges them again. Returns a difference when this engine cannot. */
export function parseAndJudgeEvidence(file: EvidenceFile): ParsedEvidence | Difference {
  const { version } = file
  const rules = findRules(version)
  if (rules === undefined) {
    const expected = `${KNOWN_VERSIONS}, the engine here (to verify another version, use its release)`
    return { path: 'version', expected, found: version }
  }
  try {
    const facts = parseInputs(file.inputs)
    return { file, rules, address: toAddress(file.address), facts, judgement: judge(facts, rules) }
  } catch (error) {
    if (!(error instanceof UnreadableInputError)) throw error
    const { path, expected, found } = error
    return { path, expected, found }
  }
}

/** A transaction that a reason cites, and what it should show. */
export interface PlacedCitation {
  /** Its path in the file, such as reasons[0].evidence[2]. */
  path: string
  txId: string
  height: number
  /** `null` when the transfer has no counterparty account. */
  counterparty: Party | null
  /** The transaction in the EVM; `null` without one. */
  evmHash: string | null
  evmHeight: number | null
  /** From the engine, for the same reason. */
  pointer: EvidencePointer
}

/** Returns every transaction that the reasons of a file cite, in order. */
export const listCitations = ({ file, judgement }: ParsedEvidence): PlacedCitation[] =>
  file.reasons.flatMap(({ evidence }, index) =>
    evidence.map(({ txId, height, counterparty, evmHash, evmHeight }, position) => ({
      path: `reasons[${index}].evidence[${position}]`,
      txId,
      height,
      counterparty: counterparty === undefined ? null : toParty(counterparty),
      evmHash: evmHash ?? null,
      evmHeight: evmHeight ?? null,
      pointer: judgement.reasons[index]?.evidence ?? { kind: 'none' },
    })),
  )

/** Fetches the evidence of an address from the API. Throws `FatalError` with what to do when there is none. */
export async function fetchEvidence(api: string, address: Address): Promise<EvidenceFile> {
  try {
    const file = await createClient({ baseUrl: api }).call(exportEvidence, { params: { address } })
    if (file.address === address) return file
    const problem = `${api} returned the evidence of ${file.address} instead of ${address}.`
    throw new InvalidFileError(problem)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const hint = error.status === 0 ? ' Run npm start, or set the API with --api URL.' : ''
    throw new FatalError(`The evidence cannot be read from ${api}: ${error.message}${hint}`, {
      cause: error,
    })
  }
}
