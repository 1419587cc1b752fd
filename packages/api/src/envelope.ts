import Type, { type TSchema } from 'typebox'

/** Body of every failure: a stable code and a sentence a person can act on. */
export const FailureSchema = Type.Object({
  code: Type.String({ pattern: '^[a-z0-9_]+$' }),
  message: Type.String(),
  details: Type.Optional(Type.Unknown()),
})

/** Body of every success. `meta` carries counts, cursors and the latest block time. */
export const successOf = <T extends TSchema>(data: T) =>
  Type.Object({ data, meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())) })
