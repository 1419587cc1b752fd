import { StatementSchema } from '@app/api/schemas/alert/alert-data.ts'
import type { Static } from 'typebox'
import { Check } from 'typebox/value'

export type Statement = Static<typeof StatementSchema>

/** Parses the text of an entry that is a statement of reasons as JSON. Returns null for any other text. */
export function parseStatement(text: string): Statement | null {
  try {
    const value: unknown = JSON.parse(text)
    return Check(StatementSchema, value) ? value : null
  } catch {
    return null
  }
}
