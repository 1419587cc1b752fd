import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { type Letter, MAX_LETTER_LENGTH } from './write-letters.ts'

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Natural = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Body of a letter about a proposal: an attempt and one signature of it. */
const AttemptLetterSchema = Type.Object(
  {
    referenceBlockId: Hash,
    referenceHeight: Natural,
    proposalKeyIndex: Natural,
    sequenceNumber: Natural,
    /** Compared with the payload that the reader builds itself; never signed. */
    payload: Type.String({ pattern: '^[0-9a-f]{2,12000}$' }),
    /** Key of the DAO that made the signature, and r ‖ s in hex. */
    keyIndex: Natural,
    signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
    /** Id of the completed transaction, noted by the last signer before it sends it. */
    txId: Type.Union([Type.Null(), Hash]),
  },
  { additionalProperties: false },
)

export type AttemptLetter = Type.Static<typeof AttemptLetterSchema>

const TOPIC = /^proposal ([1-9]\d{0,15})$/

export const buildTopic = (proposalId: number): string => `proposal ${proposalId}`

interface ParsedLetter extends AttemptLetter {
  proposalId: number
}

/** Parses a letter about a proposal, or explains in a sentence why it is not one. */
export function parseLetter({ topic, text }: Letter): ParsedLetter | { problem: string } {
  const proposalId = Number(TOPIC.exec(topic)?.[1])
  if (!Number.isSafeInteger(proposalId)) return { problem: 'its topic is no proposal' }
  if (text.length > MAX_LETTER_LENGTH) return { problem: 'it is too long' }
  const body = parseJson(text)
  if (!Check(AttemptLetterSchema, body)) return { problem: 'it has not the fields of a letter' }
  return { ...body, proposalId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
