import { FatalError } from '@app/values/errors.ts'
import ipaddr from 'ipaddr.js'
import { type Range, SETTINGS, type SettingName, type SettingWith } from './settings.ts'

export type Environment = Record<string, string | undefined>

type SettingWithDefault = SettingWith<{ default: string }>
type SettingWithRange = SettingWith<{ range: Range }>

export function readSetting(env: Environment, name: SettingName): string | null {
  const text = env[name]?.trim()
  return text === undefined || text === '' ? null : text
}

export function readSettingOrDefault(env: Environment, name: SettingWithDefault): string {
  return readSetting(env, name) ?? SETTINGS[name].default
}

/** Returns `null` for a variable without a default that is unset. */
export function parseInteger(env: Environment, name: SettingWithDefault & SettingWithRange): number
export function parseInteger(env: Environment, name: SettingWithRange): number | null
export function parseInteger(env: Environment, name: SettingWithRange): number | null {
  const setting: { default?: string; range: Range } = SETTINGS[name]
  const text = readSetting(env, name) ?? setting.default
  if (text === undefined) return null
  const { min, max } = setting.range
  const value = Number(text)
  const isInRange = /^\d+$/.test(text) && value >= min && value <= max
  if (!isInRange) throw buildVariableError(name, `a whole number from ${min} to ${max}`)
  return value
}

export function parseChoice<T extends string>(
  env: Environment,
  name: SettingWithDefault,
  choices: readonly T[],
): T {
  const text = readSettingOrDefault(env, name)
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw buildVariableError(name, `one of ${choices.join(', ')}`)
  return choice
}

/** Returns IP addresses and networks, separated by commas; none when the variable is unset. */
export function parseNetworks(env: Environment, name: SettingName): string[] {
  const networks = (readSetting(env, name)?.split(',') ?? []).map((network) => network.trim())
  const isKnown = (network: string) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network)
  if (networks.every(isKnown)) return networks
  throw buildVariableError(name, 'IP addresses or networks such as 10.0.0.0/8, with commas between')
}

export function parseSwitch(env: Environment, name: SettingWithDefault): boolean {
  return parseChoice(env, name, ['true', 'false']) === 'true'
}

/** The message omits the value: DATABASE_URL contains a password. */
export function buildVariableError(name: string, expected: string): FatalError {
  return new FatalError(
    `The environment variable ${name} must be ${expected}; correct it or unset it.`,
  )
}
