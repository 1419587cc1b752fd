import * as Type from 'typebox'

/** A part that does not work at present, since when, and a sentence about it. */
export const DegradedPartSchema = Type.Object({
  part: Type.String({ examples: ['node'] }),
  since: Type.String({ format: 'date-time' }),
  message: Type.String(),
})

export type DegradedPart = Type.Static<typeof DegradedPartSchema>
