/** People whom the stories and the wallet know by name. */
export const MEMBERS = ['alice', 'bob', 'carol', 'dave', 'erin'] as const
export const NAMED_ACCOUNTS = [
  ...MEMBERS,
  'trent',
  'mallory',
  'victor',
  'mule',
  'oscar',
  'newbie',
] as const

/** An employer, a café, and where the mule and oscar send what they pass on. */
export const SUPPORTING_ACCOUNTS = ['acme', 'cafe', 'stash', 'cache', 'collector'] as const

/** Small accounts: they work a little, drink coffee, trade at trent's, and some fall for mallory or oscar. */
export const SMALL_ACCOUNTS = [
  ...['ada', 'amir', 'bea', 'ben', 'chen', 'cleo', 'dina', 'egon', 'ella', 'emil'],
  ...['faye', 'finn', 'gina', 'hana', 'hugo', 'ines', 'ivan', 'jana', 'juan', 'kira'],
  ...['lars', 'lena', 'mika', 'nora', 'omar', 'pia', 'quin', 'rosa', 'sami', 'tara'],
] as const

export type AccountName =
  | (typeof NAMED_ACCOUNTS)[number]
  | (typeof SUPPORTING_ACCOUNTS)[number]
  | (typeof SMALL_ACCOUNTS)[number]

/** Everybody with an account, and the service account that issues dollars and holds the contracts. */
export type Actor = AccountName | 'service'
