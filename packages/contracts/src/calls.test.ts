import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, expectTypeOf, test } from 'vitest'
import * as calls from './calls.ts'

const FOLDER = join(import.meta.dirname, '..')
const FILES = ['transactions', 'scripts'].flatMap((folder) =>
  readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.cdc'))
    .map((file) => `${folder}/${file}`),
)

/** The comment before the transaction or the script's `main`, and its parameters. */
const DECLARATION = /((?:^\/\/\/ .*\n)*)^(?:transaction|access\(all\) fun main)\b(?:\(([^)]*)\))?/m

const readDeclaration = (file: string) =>
  DECLARATION.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? []

test.each(Object.entries(calls))('%s has the name and the parameters of its file', (name, call) => {
  const [declared, , parameters = ''] = readDeclaration(call.file)
  expect(declared).toBeDefined()
  expect(parameters.split(/,(?![^{]*\})/).flatMap((parameter) => parameter.trim() || [])).toEqual(
    Object.entries(call.parameters).map(([key, { type }]) => `${key}: ${type}`),
  )
  const words = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  expect(call.file).toMatch(new RegExp(`/${words}\\.cdc$`))
})

test.each(FILES)('%s says what it does', (file) => {
  const [, comment] = readDeclaration(file)
  expect(comment).not.toBe('')
  expect(comment).toBeDefined()
})

const ALICE = toAddress('0x01cf0e2f2f715450')

test('values become arguments in the order of the parameters', () => {
  const { name, cadence, args } = calls.payMany({
    receiver: 'dollarReceiver',
    vault: 'dollarVault',
    payments: new Map([[ALICE, 150_000_000n]]),
  })
  expect(name).toBe('tokens/pay_many')
  expect(cadence).toContain('transaction(payments: {Address: UFix64}')
  expect(args).toEqual([
    arg.dictionary([{ key: arg.address(ALICE), value: arg.ufix64(150_000_000n) }]),
    arg.path('storage', 'dollarVault'),
    arg.path('public', 'dollarReceiver'),
  ])
  expect(
    calls.getEligibility({ voter: ALICE, ids: [1, 2n], publisher: null }).args.slice(1),
  ).toEqual([arg.array([arg.integer('UInt64', 1), arg.integer('UInt64', 2)]), arg.optional(null)])
  expect(calls.getDao().args).toEqual([])
})

test('values have the types of the parameters', () => {
  expectTypeOf(calls.getEligibility).parameters.toEqualTypeOf<
    [{ voter: typeof ALICE; ids: readonly (bigint | number)[]; publisher: typeof ALICE | null }]
  >()
  expectTypeOf(calls.getDao).parameters.toEqualTypeOf<[]>()
})
