import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { recordCaseChanges } from '../write-case-changes.ts'
import {
  listAddressesOfText,
  notifyProposalsChanged,
  removeWithheldText,
  upsertWithheldText,
} from './write-withheld-text.ts'

/** A text that the operator does not show any more, by its SHA-256 in hex. */
export interface WithheldText {
  textHash: string
  /** One sentence for everybody who looks for the text. */
  reason: string
}

/**
 * Withholds a text everywhere: case entries, proposals and the history keep its hash. Returns whether any of them
 * has this text.
 */
export function withholdText(context: Pick<Context, 'db'>, text: WithheldText): Promise<boolean> {
  return changeText(context, text.textHash, (db) => upsertWithheldText(db, text))
}

/** Shows a withheld text again. Returns whether any entry, proposal or history has it. */
export function showText(context: Pick<Context, 'db'>, textHash: string): Promise<boolean> {
  return changeText(context, textHash, (db) => removeWithheldText(db, textHash))
}

function changeText(
  { db }: Pick<Context, 'db'>,
  textHash: string,
  change: (db: Kysely<Tables>) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (queries) => {
    const addresses = await listAddressesOfText(queries, textHash)
    if (addresses.length === 0) return false
    await change(queries)
    await recordCaseChanges(queries, addresses)
    await notifyProposalsChanged(queries, addresses)
    return true
  })
}
