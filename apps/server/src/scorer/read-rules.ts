import type { KnownRules } from '@app/score/version.ts'
import type { Context } from '../runtime/context.ts'

/**
 * Reads by which rules this database scores, and which came before: the present ones, except that a signer keeps to those
 * of an earlier version for a while (`cosigner/write-version.ts`).
 */
export async function readRules({ db, rules }: Pick<Context, 'db' | 'rules'>): Promise<KnownRules> {
  const kept = await db.selectFrom('cosigner_version').select('version').executeTakeFirst()
  const position = rules.earlier.findIndex(({ version }) => version === kept?.version)
  const current = rules.earlier[position]
  if (current === undefined) return rules
  return { current, earlier: rules.earlier.slice(position + 1) }
}
