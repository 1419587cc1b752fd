import type { Address } from '@app/values/address.ts'
import {
  findName,
  type People,
  parseAddressInput,
} from '../../lib/address-input/parse-address-input.ts'
import { NAV_LINKS } from '../../lib/nav-links.ts'

export interface Command {
  /** Unique among the listed commands. */
  id: string
  group: 'Address' | 'Pages' | 'People' | 'Recent wallets'
  label: string
  /** Shown after the label. */
  detail?: string
  /** Where it leads. */
  path: string
}

/** What the commands are made from. */
export interface CommandSources {
  people: People
  recent: readonly Address[]
  /** The wallet of the current page, which can be compared with another. */
  shown: Address | null
}

const PAGES: readonly Omit<Command, 'group' | 'id'>[] = [
  ...NAV_LINKS.map(({ label, to }) => ({ label, path: to })),
  { label: 'How accurate is it?', path: '#accuracy' },
]

/** Lists the commands that a typed text finds, the best first; all of them for an empty text. */
export function listCommands(text: string, sources: CommandSources): Command[] {
  const wanted = text.trim().toLowerCase()
  const all = [...listPages(), ...listPeople(sources), ...listRecent(sources)]
  const found = all.filter(({ label, detail = '' }) => matches(wanted, `${label} ${detail}`))
  return [...listAddress(text, sources), ...found]
}

/** Every word that is typed begins a word of the command, or stands in its address. */
function matches(wanted: string, content: string): boolean {
  const words = content.toLowerCase().split(/[\s·?]+/)
  return wanted
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part) || hasDigits(word, part)))
}

const hasDigits = (word: string, part: string) =>
  word.startsWith('0x') && part.length > 1 && word.includes(part)

const listPages = (): Command[] =>
  PAGES.map((page) => ({ ...page, id: `page-${page.path}`, group: 'Pages' }))

const buildPath = (address: string) => `/wallet/${address}`

function listAddress(text: string, { people, shown }: CommandSources): Command[] {
  const address = parseAddressInput(text, people)
  if (address === null) return []
  const name = findName(address, people)
  const detail = name === undefined ? address : `${name} · ${address}`
  const common = { group: 'Address', detail } as const
  const analyze = { ...common, id: 'analyze', label: 'Analyze', path: buildPath(address) }
  if (shown === null || shown === address) return [analyze]
  const path = `${buildPath(shown)}?compare=${address}`
  return [analyze, { ...common, id: 'compare', label: 'Compare this wallet with', path }]
}

const listPeople = ({ people }: CommandSources): Command[] =>
  Object.entries(people).map(([name, address]) => ({
    id: `person-${name}`,
    group: 'People',
    label: name,
    detail: address,
    path: buildPath(address),
  }))

const listRecent = ({ recent, people, shown }: CommandSources): Command[] =>
  recent
    .filter((address) => address !== shown && findName(address, people) === undefined)
    .map((address) => ({
      id: `recent-${address}`,
      group: 'Recent wallets',
      label: address,
      path: buildPath(address),
    }))
