import * as Type from 'typebox'
import { Check } from 'typebox/value'

/** What a signer writes about itself, and the readiness check reads: untrusted, like every letter. */
const StatusSchema = Type.Object(
  {
    /** Index of its key of the DAO. */
    keyIndex: Type.Integer({ minimum: 0, maximum: 1_000 }),
    /** Height up to which its own index reaches; null while nothing is indexed. */
    indexedHeight: Type.Union([Type.Null(), Type.Integer({ minimum: 0 })]),
    /** Why it does not sign a proposal, or what else people should look at. */
    doubts: Type.Array(
      Type.Object(
        { proposalId: Type.Integer({ minimum: 1 }), text: Type.String({ maxLength: 400 }) },
        { additionalProperties: false },
      ),
      { maxItems: 20 },
    ),
  },
  { additionalProperties: false },
)

export type CosignerStatus = Type.Static<typeof StatusSchema>

export type Doubt = CosignerStatus['doubts'][number]

export const STATUS_TOPIC = 'status'

/** Builds the status, with as many doubts as fit. */
export const buildStatus = (status: CosignerStatus): CosignerStatus => ({
  ...status,
  doubts: status.doubts
    .slice(0, 20)
    .map(({ proposalId, text }) => ({ proposalId, text: text.slice(0, 400) })),
})

/** Returns the status, or `null` when it is not one. */
export const parseStatus = (value: unknown): CosignerStatus | null =>
  Check(StatusSchema, value) ? value : null
