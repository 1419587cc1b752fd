import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { FatalError } from '@app/values/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Settings } from './command/take-settings.ts'
import { type Bench, type OpenAccount, openBench } from './testing/bench.ts'

let bench: Bench
let contracts: OpenAccount
let dao: OpenAccount
let settings: Settings

beforeAll(async () => {
  bench = await openBench()
  contracts = await bench.open({ weights: 500, keys: 3, flow: '5.0' })
  dao = await bench.open({ weights: 500, keys: 3, flow: '1.0' })
  settings = {
    ...bench.settingsOf({ ...contracts, privateKeysHex: contracts.privateKeysHex.slice(1) }),
    dao: { address: dao.address, publicKeysHex: null, keyFiles: dao.keyFiles.slice(1) },
  }
})

afterAll(async () => {
  await bench.stop()
})

/** Runs statements on the account `self`, signed by its first keys, as many as it takes. */
async function actAs({ address, privateKeysHex }: OpenAccount, statements: string): Promise<void> {
  const [proposer, ...others] = privateKeysHex
    .slice(0, 2)
    .map((privateKeyHex, keyIndex) => createSigner({ address, keyIndex, privateKeyHex }))
  if (proposer === undefined) throw new Error(`${address} has no key`)
  const cadence = `import "FlowToken"
import "FungibleToken"

transaction {
    prepare(account: auth(Capabilities, Contracts, Keys) &Account) {
        ${statements}
    }
}`
  const { error } = await bench.world.run({
    cadence: resolveImports(cadence, 'local'),
    args: [],
    proposer,
    authorizers: [proposer, ...others],
  })
  expect(error).toBeNull()
}

/** A deployment that has to fail before it sends anything. */
async function expectRefused(given: Settings, words: string | RegExp): Promise<void> {
  const before = await bench.sentBy(given.contracts.address)
  const refused = bench.deploy(given)
  await expect(refused).rejects.toThrow(FatalError)
  await expect(refused).rejects.toThrow(words)
  expect(await bench.sentBy(given.contracts.address)).toBe(before)
}

/** A way to lend the account, what the proof finds of it, and how to take it back. */
interface Loan {
  lend: string
  found: RegExp
  takeBack: string
}

const TO_ACCOUNT: Loan = {
  lend: 'account.capabilities.account.issue<auth(BorrowValue) &Account>()',
  found: /capability \d+, auth\(BorrowValue\)&Account of the account itself/,
  takeBack: 'account.capabilities.account.getControllers()[0].delete()',
}

const LOANS: readonly [string, Loan][] = [
  ['a capability to the account itself', TO_ACCOUNT],
  [
    'a capability to withdraw from its vault',
    {
      lend: 'account.capabilities.storage.issue<auth(FungibleToken.Withdraw) &FlowToken.Vault>(/storage/flowTokenVault)',
      found:
        /capability \d+, auth\(A\.\w{16}\.FungibleToken\.Withdraw\)&A\.\w{16}\.FlowToken\.Vault at \/storage\/flowTokenVault/,
      takeBack: `let issued = account.capabilities.storage.getControllers(forPath: /storage/flowTokenVault)
        issued.filter(view fun (one: &StorageCapabilityController): Bool {
            return one.borrowType == Type<auth(FungibleToken.Withdraw) &FlowToken.Vault>()
        })[0].delete()`,
    },
  ],
  [
    'a capability to a path where nothing is stored yet',
    {
      lend: 'account.capabilities.storage.issue<&AnyResource>(/storage/later)',
      found: /capability \d+, &AnyResource at \/storage\/later/,
      takeBack: 'account.capabilities.storage.getControllers(forPath: /storage/later)[0].delete()',
    },
  ],
  [
    'a contract in the account',
    {
      lend: 'account.contracts.add(name: "Deputy", code: "access(all) contract Deputy {}".utf8)',
      found: /contract Deputy/,
      takeBack: 'account.contracts.remove(name: "Deputy")',
    },
  ],
]

test('an account that others can use without its keys does not become the DAO', async () => {
  await actAs(dao, TO_ACCOUNT.lend)
  await expectRefused(settings, TO_ACCOUNT.found)
  await actAs(dao, TO_ACCOUNT.takeBack)
})

test('an account of shared keys deploys with enough of them, and hands over to the DAO named', async () => {
  const lines = await bench.deploy(settings)
  expect(lines[0]).toContain('signing with key 1 (weight 500) and 2 (weight 500)')
  const proof = lines.join('\n')
  expect(proof).toContain(
    `The DAO is ${dao.address}, keys of weight 500, 500, 500: at least 2 of them sign, and it alone executes proposals`,
  )
  expect(proof).toMatch(
    / {2}capability 1, &A\.\w{16}\.FlowToken\.Vault at \/storage\/flowTokenVault/,
  )
})

test('a DAO that is another account than the one named is refused, with what to do about it', async () => {
  const other = await bench.open({ weights: 500, keys: 3, flow: '0.1' })
  await expectRefused(
    { ...settings, dao: { ...settings.dao, address: other.address } },
    `The DAO is ${dao.address}, but DHARMA_DAO_ADDRESS names ${other.address}: leave it out to keep ${dao.address}`,
  )
})

test.each(LOANS)(
  '%s fails the proof until it is taken back',
  async (_, { lend, found, takeBack }) => {
    await actAs(dao, lend)
    const failed = bench.deploy(settings)
    await expect(failed).rejects.toThrow(FatalError)
    await expect(failed).rejects.toThrow(found)
    await actAs(dao, takeBack)
    expect(await bench.deploy(settings)).toContain('Everything is up to date.')
  },
)

test('a DAO that has got a key that signs alone is found', async () => {
  await actAs(
    dao,
    `let key = account.keys.get(keyIndex: 0)!
        account.keys.add(publicKey: key.publicKey, hashAlgorithm: key.hashAlgorithm, weight: 500.0)`,
  )
  await expectRefused(settings, `Key 0 of the DAO's account ${dao.address} weighs 1000`)
})
