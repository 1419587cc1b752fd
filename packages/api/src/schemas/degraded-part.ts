import * as Type from 'typebox'

/** A part of the server that currently fails, since when, and why. */
export const DegradedPartSchema = Type.Object({
  part: Type.String({ examples: ['node'] }),
  since: Type.String({ format: 'date-time' }),
  message: Type.String(),
})

export type DegradedPart = Type.Static<typeof DegradedPartSchema>
