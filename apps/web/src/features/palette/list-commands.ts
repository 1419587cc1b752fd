import type { EvmParty } from '@app/api/schemas/evm-party.ts'
import { type Address, normalizePasted } from '@app/values/address.ts'
import { type AddressBook, findName, parseAddressInput } from '../../lib/address-input.ts'
import { NAV_LINKS } from '../../lib/nav-links.ts'
import { formatParty } from '../../ui/party-link.tsx'

export interface PaletteCommand {
  /** Unique among the listed commands. */
  id: string
  group: 'Address' | 'Pages' | 'People' | 'Recent wallets'
  label: string
  detail?: string
  /** Where it leads: a path, or a URL of another site. */
  path: string
}

interface CommandSources {
  people: AddressBook
  recent: readonly Address[]
  /** The wallet of the current page, which can be compared with another. */
  shown: Address | null
  /** The address of the EVM that was typed, with its page in the explorer, if there is one. */
  evm?: { party: EvmParty; explorerUrl: string | null } | undefined
}

const PAGES: readonly Omit<PaletteCommand, 'group' | 'id'>[] = [
  ...NAV_LINKS.map(({ label, to }) => ({ label, path: to })),
  { label: 'How accurate is it?', path: '#accuracy' },
]

/** Lists the commands that a typed text finds, the best first; all of them for an empty text. */
export function listCommands(text: string, sources: CommandSources): PaletteCommand[] {
  const wanted = normalizePasted(text).trim().toLowerCase()
  const all = [...listPages(), ...listPeople(sources), ...listRecent(sources)]
  const found = all.filter(({ label, detail = '' }) => matches(wanted, `${label} ${detail}`))
  return [...listAddress(text, sources), ...listEvm(sources), ...found]
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

const listPages = (): PaletteCommand[] =>
  PAGES.map((page) => ({ ...page, id: `page-${page.path}`, group: 'Pages' }))

/** The name of an account where it has one, with its address. */
function describeAccount(address: string, people: AddressBook): string {
  const name = findName(address, people)
  return name === undefined ? address : `${name} · ${address}`
}

const buildPath = (address: string) => `/wallet/${address}`

function listAddress(text: string, { people, shown }: CommandSources): PaletteCommand[] {
  const address = parseAddressInput(text, people)
  if (address === null) return []
  const common = { group: 'Address', detail: describeAccount(address, people) } as const
  const analyze = { ...common, id: 'analyze', label: 'Analyze', path: buildPath(address) }
  if (shown === null || shown === address) return [analyze]
  const path = `${buildPath(shown)}?compare=${address}`
  return [analyze, { ...common, id: 'compare', label: 'Compare this wallet with', path }]
}

/** The pages of those whose an address of the EVM is, and its own in the explorer. */
function listEvm({ evm, people }: CommandSources): PaletteCommand[] {
  if (evm === undefined) return []
  const { owner, holders, address } = evm.party
  const open = (label: string, account: string): PaletteCommand => ({
    ...{ id: `evm-${account}`, group: 'Address', label, path: buildPath(account) },
    detail: describeAccount(account, people),
  })
  const label = holders.length === 1 ? 'Kept by' : 'Shared by'
  const explorer: PaletteCommand = {
    ...{ id: 'evm-explorer', group: 'Address', label: 'Open in the EVM explorer' },
    ...{ detail: formatParty(address), path: evm.explorerUrl ?? '' },
  }
  return [
    ...(owner === null ? [] : [open('Belongs to', owner)]),
    ...holders.map((holder) => open(label, holder)),
    ...(evm.explorerUrl === null ? [] : [explorer]),
  ]
}

const listPeople = ({ people }: CommandSources): PaletteCommand[] =>
  Object.entries(people).map(([name, address]) => ({
    id: `person-${name}`,
    group: 'People',
    label: name,
    detail: address,
    path: buildPath(address),
  }))

const listRecent = ({ recent, people, shown }: CommandSources): PaletteCommand[] =>
  recent
    .filter((address) => address !== shown && findName(address, people) === undefined)
    .map((address) => ({
      id: `recent-${address}`,
      group: 'Recent wallets',
      label: address,
      path: buildPath(address),
    }))
