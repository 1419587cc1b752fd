import * as Type from 'typebox'

export const DegradedPartSchema = Type.Object(
  {
    part: Type.String({ examples: ['node'] }),
    since: Type.String({ format: 'date-time' }),
    message: Type.String(),
  },
  { title: 'DegradedPart' },
)

export type DegradedPart = Type.Static<typeof DegradedPartSchema>

/** Body of every failure: a stable code and a sentence a person can act on. */
export const FailureSchema = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z0-9_]+$' }),
    message: Type.String(),
    details: Type.Optional(Type.Unknown()),
  },
  { title: 'Failure' },
)

export type Failure = Type.Static<typeof FailureSchema>

/** A block by height, with its time in Unix milliseconds. */
export const BlockRefSchema = Type.Object(
  {
    height: Type.Integer({ minimum: 0 }),
    timeMs: Type.Integer({ description: 'Unix milliseconds of the block' }),
  },
  { title: 'BlockRef' },
)

export type BlockRef = Type.Static<typeof BlockRefSchema>

/**
 * Metadata of a response: the latest indexed block, to which relative times refer, the cursor of
 * the next page, and the parts that did not work at that time.
 */
export const MetaSchema = Type.Object(
  {
    latestBlock: Type.Optional(BlockRefSchema),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page' })),
    counts: Type.Optional(Type.Record(Type.String(), Type.Integer())),
    degraded: Type.Optional(Type.Array(DegradedPartSchema)),
  },
  { title: 'Meta' },
)

export type Meta = Type.Static<typeof MetaSchema>

export const buildSuccessSchema = <T extends Type.TSchema>(data: T) =>
  Type.Object({ data, meta: Type.Optional(MetaSchema) })
