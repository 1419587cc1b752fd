import { readFileSync } from 'node:fs'

export type Scheme = 'light' | 'dark'

const TOKEN = /--color-([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(#\w{6}))/g

/** Returns the opaque colours of `tokens.css` by their names, such as 'good-fill', in one scheme. */
export function readColourTokens(scheme: Scheme): ReadonlyMap<string, string> {
  const css = readFileSync(new URL('../../tokens.css', import.meta.url), 'utf8')
  const tokens = [...css.matchAll(TOKEN)].map(([, name = '', light, dark, both]) => {
    const colour = both ?? (scheme === 'light' ? light : dark) ?? ''
    return [name, colour] as const
  })
  return new Map(tokens)
}
