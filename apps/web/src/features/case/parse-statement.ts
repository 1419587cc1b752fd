import { matchesSchema } from '@app/api/client/matches-schema.ts'
import { StatementSchema } from '@app/api/schemas/alert-data.ts'
import type { Static } from 'typebox'

export type Statement = Static<typeof StatementSchema>

/** Parses the text of an entry that is a statement of reasons as JSON. Returns null for any other text. */
export function parseStatement(text: string): Statement | null {
  try {
    const value: unknown = JSON.parse(text)
    return matchesSchema(StatementSchema, value) ? value : null
  } catch {
    return null
  }
}
