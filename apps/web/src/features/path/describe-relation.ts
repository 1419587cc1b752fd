import type { Path, PathRelation } from '@app/api/schemas/account/paths.ts'

const TITLES: Readonly<Record<PathRelation, string>> = {
  robbed_by_listed: 'Robbed by a listed account',
  funded_by_listed: 'Funded by a listed account',
  paid_listed: 'Paid a listed account',
  funded_by: 'Funded by this account',
  paid: 'Paid this account',
}

const BETWEEN = ['', ', through one account', ', through two accounts'] as const

/** Describes in a few words what a path shows. */
export function describePath({ relation, transfers }: Path): string {
  const between = BETWEEN[Math.max(0, transfers.length - 1)] ?? BETWEEN[2]
  return `${TITLES[relation]}${between}`
}

/** What each relation means for the wallet; a victim is not accused of anything. */
export const MEANINGS: Readonly<Partial<Record<PathRelation, string>>> = {
  robbed_by_listed: 'What was taken does not count against this wallet.',
  funded_by_listed: 'Money from listed accounts lowers the score.',
  paid_listed: 'Money to listed accounts lowers the score.',
}
