import { readAs } from '@app/api/client/read-as.ts'
import { StatementSchema } from '@app/api/schemas/alert-data.ts'
import type { Static } from 'typebox'

export type Statement = Static<typeof StatementSchema>

/** Parses the text of an entry that is a statement of reasons as JSON. Returns null for any other text. */
export function parseStatement(text: string): Statement | null {
  try {
    return readAs(StatementSchema, JSON.parse(text)) ?? null
  } catch {
    return null
  }
}
