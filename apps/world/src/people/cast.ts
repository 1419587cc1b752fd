/** People whom the stories and the wallet know by name. */
export const MEMBERS = ['alice', 'bob', 'carol', 'dave', 'erin'] as const
export const NAMED = [...MEMBERS, 'trent', 'mallory', 'victor', 'mule', 'oscar', 'newbie'] as const

/** An employer, a café, and where the mule and oscar send what they pass on. */
export const BACKGROUND = ['acme', 'cafe', 'stash', 'cache', 'collector'] as const

/** Small accounts: they work a little, drink coffee, trade at trent's, and some fall for mallory or oscar. */
export const CROWD = [
  ...['ada', 'amir', 'bea', 'ben', 'chen', 'cleo', 'dina', 'egon', 'ella', 'emil'],
  ...['faye', 'finn', 'gina', 'hana', 'hugo', 'ines', 'ivan', 'jana', 'juan', 'kira'],
  ...['lars', 'lena', 'mika', 'nora', 'omar', 'pia', 'quin', 'rosa', 'sami', 'tara'],
] as const

export type Name = (typeof NAMED)[number] | (typeof BACKGROUND)[number] | (typeof CROWD)[number]

/** Everybody with an account, and the service account that issues dollars and holds the contracts. */
export type Actor = Name | 'service'
