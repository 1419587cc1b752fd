import { parseAddress } from '@app/values/address.ts'
import { isNetwork } from '@app/values/network.ts'

/** Says what the value of a field must be, or null when it is that. */
type Rule = (value: unknown) => string | null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const matches =
  (pattern: RegExp, problem: string): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? null : problem

const url = matches(/^https?:\/\//, 'must be a URL that begins with http:// or https://')
const text = matches(/^/, 'must be a text')

const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? null : rule(value)

const isAddress = (value: unknown) => typeof value === 'string' && parseAddress(value) !== null

const FIELDS: Readonly<Record<string, Rule>> = {
  network: (value) =>
    typeof value === 'string' && isNetwork(value) ? null : 'must be the name of a network',
  apiUrl: url,
  accessNodeUrl: url,
  walletUrl: url,
  walletConnectProjectId: optional(text),
  appTitle: optional(text),
  appIcon: optional(text),
  explorerTxUrl: matches(/^https?:\/\/.*\{id\}/, 'must be a URL with {id} in it'),
  people: optional((value) =>
    isRecord(value) && Object.values(value).every(isAddress)
      ? null
      : 'must have an address per name',
  ),
  links: optional((value) => (isRecord(value) ? null : 'must be an object')),
}

const LINKS: Readonly<Record<string, Rule>> = {
  documentation: optional(url),
  repository: optional(url),
  hackathon: optional(url),
  social: optional((value) =>
    Array.isArray(value) && value.every(isNamedLink) ? null : 'must be a list of label and url',
  ),
}

const isNamedLink = (value: unknown) =>
  isRecord(value) && text(value.label) === null && url(value.url) === null

/** Returns every problem of a configuration, such as '/apiUrl must be a URL …'; an empty list for a valid one. */
export function findConfigProblems(config: unknown): string[] {
  if (!isRecord(config)) return ['the file must be an object']
  const links = isRecord(config.links) ? findFieldProblems(LINKS, config.links, '/links') : []
  return [...findFieldProblems(FIELDS, config, ''), ...links]
}

function findFieldProblems(
  rules: Readonly<Record<string, Rule>>,
  values: Record<string, unknown>,
  path: string,
): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const problem = rule(values[name])
    return problem === null ? [] : [`${path}/${name} ${problem}`]
  })
}
