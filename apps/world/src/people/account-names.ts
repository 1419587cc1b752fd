/** People that the stories and the dev wallet use by name. */
export const MEMBERS = ['alice', 'bob', 'carol', 'dave', 'erin'] as const
export const NAMED_ACCOUNTS = [
  ...MEMBERS,
  'trent',
  'mallory',
  'victor',
  'mule',
  'oscar',
  'grace',
  'stella',
  'harbor',
  'trudy',
  'felix',
  'otto',
  'newbie',
] as const

/**
 * An employer, a café, and the accounts to which the mule and oscar forward money; the studio whose game grace plays in
 * the EVM, and a shop.
 */
const SUPPORTING_ACCOUNTS = [
  'acme',
  'cafe',
  'stash',
  'cache',
  'collector',
  'studio',
  'market',
] as const

/**
 * Small accounts: they are paid for jobs, buy coffee and trade with trent; some are victims of
 * mallory or oscar.
 */
export const SMALL_ACCOUNTS = [
  ...['ada', 'amir', 'bea', 'ben', 'chen', 'cleo', 'dina', 'egon', 'ella', 'emil'],
  ...['faye', 'finn', 'gina', 'hana', 'hugo', 'ines', 'ivan', 'jana', 'juan', 'kira'],
  ...['lars', 'lena', 'mika', 'nora', 'omar', 'pia', 'quin', 'rosa', 'sami', 'tara'],
] as const

/** Accounts of which harbor keeps the keys: it proposes and pays all their transactions. */
export const KEPT_ACCOUNTS = ['nils', 'oona', 'paul', 'ruth', 'sven'] as const

/** Accounts that trudy robs. */
export const ROBBED_ACCOUNTS = ['uma', 'vito', 'wanda'] as const

export type AccountName =
  | (typeof NAMED_ACCOUNTS)[number]
  | (typeof SUPPORTING_ACCOUNTS)[number]
  | (typeof SMALL_ACCOUNTS)[number]
  | (typeof KEPT_ACCOUNTS)[number]
  | (typeof ROBBED_ACCOUNTS)[number]

/** All accounts, and the service account, which issues dollars and has the contracts. */
export type ActorName = AccountName | 'service'
