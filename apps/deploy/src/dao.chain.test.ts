import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { FatalError } from '@app/values/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Settings } from './settings.ts'
import {
  type DeployFixture,
  startDeployFixture,
  type TestAccount,
} from './testing/deploy-fixture.ts'

let fixture: DeployFixture
let contractsAccount: TestAccount
let daoAccount: TestAccount
let settings: Settings

beforeAll(async () => {
  fixture = await startDeployFixture()
  contractsAccount = await fixture.createAccount({ keyWeight: 500, keyCount: 3, flowAmount: '5.0' })
  daoAccount = await fixture.createAccount({ keyWeight: 500, keyCount: 3, flowAmount: '1.0' })
  settings = {
    ...fixture.buildSettings({
      ...contractsAccount,
      privateKeysHex: contractsAccount.privateKeysHex.slice(1),
    }),
    dao: {
      address: daoAccount.address,
      publicKeysHex: null,
      keyFiles: daoAccount.keyFiles.slice(1),
    },
  }
})

afterAll(async () => {
  await fixture.stop()
})

/** Runs statements on the account `self`, signed by its first keys, as many as it takes. */
async function runAsAccount(
  { address, privateKeysHex }: TestAccount,
  statements: string,
): Promise<void> {
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
  const { error } = await fixture.chain.run({
    cadence: resolveImports(cadence, 'local'),
    args: [],
    proposer,
    authorizers: [proposer, ...others],
  })
  expect(error).toBeNull()
}

/** Expects a deployment to fail before it sends anything. */
async function expectRefused(given: Settings, expectedMessage: string | RegExp): Promise<void> {
  const before = await fixture.countProposedTransactions(given.contracts.address)
  const refused = fixture.deploy(given)
  await expect(refused).rejects.toThrow(FatalError)
  await expect(refused).rejects.toThrow(expectedMessage)
  expect(await fixture.countProposedTransactions(given.contracts.address)).toBe(before)
}

/** A delegation of access to the account, the error that it causes, and how to revoke it. */
interface DelegationCase {
  grant: string
  expectedError: RegExp
  revoke: string
}

const ACCOUNT_CAPABILITY: DelegationCase = {
  grant: 'account.capabilities.account.issue<auth(BorrowValue) &Account>()',
  expectedError: /capability \d+, auth\(BorrowValue\)&Account of the account itself/,
  revoke: 'account.capabilities.account.getControllers()[0].delete()',
}

const DELEGATION_CASES: readonly [string, DelegationCase][] = [
  ['a capability to the account itself', ACCOUNT_CAPABILITY],
  [
    'a capability to withdraw from its vault',
    {
      grant:
        'account.capabilities.storage.issue<auth(FungibleToken.Withdraw) &FlowToken.Vault>(/storage/flowTokenVault)',
      expectedError:
        /capability \d+, auth\(A\.\w{16}\.FungibleToken\.Withdraw\)&A\.\w{16}\.FlowToken\.Vault at \/storage\/flowTokenVault/,
      revoke: `let issued = account.capabilities.storage.getControllers(forPath: /storage/flowTokenVault)
        issued.filter(view fun (one: &StorageCapabilityController): Bool {
            return one.borrowType == Type<auth(FungibleToken.Withdraw) &FlowToken.Vault>()
        })[0].delete()`,
    },
  ],
  [
    'a capability to a path where nothing is stored yet',
    {
      grant: 'account.capabilities.storage.issue<&AnyResource>(/storage/later)',
      expectedError: /capability \d+, &AnyResource at \/storage\/later/,
      revoke: 'account.capabilities.storage.getControllers(forPath: /storage/later)[0].delete()',
    },
  ],
  [
    'a contract in the account',
    {
      grant: 'account.contracts.add(name: "Deputy", code: "access(all) contract Deputy {}".utf8)',
      expectedError: /contract Deputy/,
      revoke: 'account.contracts.remove(name: "Deputy")',
    },
  ],
]

test('an account that others can use without its keys does not become the DAO', async () => {
  await runAsAccount(daoAccount, ACCOUNT_CAPABILITY.grant)
  await expectRefused(settings, ACCOUNT_CAPABILITY.expectedError)
  await runAsAccount(daoAccount, ACCOUNT_CAPABILITY.revoke)
})

test('an account with several keys deploys with enough of them, and hands over to the given DAO', async () => {
  const lines = await fixture.deploy(settings)
  expect(lines[0]).toContain('signing with key 1 (weight 500) and 2 (weight 500)')
  const output = lines.join('\n')
  expect(output).toContain(
    `The DAO is ${daoAccount.address}, keys of weight 500, 500, 500: at least 2 of them sign, and it alone executes proposals`,
  )
  expect(output).toMatch(
    / {2}capability 1, &A\.\w{16}\.FlowToken\.Vault at \/storage\/flowTokenVault/,
  )
})

test('throws when the DAO is another account than the given one, with what to do', async () => {
  const other = await fixture.createAccount({ keyWeight: 500, keyCount: 3, flowAmount: '0.1' })
  await expectRefused(
    { ...settings, dao: { ...settings.dao, address: other.address } },
    `The DAO is ${daoAccount.address}, but DHARMA_DAO_ADDRESS is ${other.address}: leave it out to keep ${daoAccount.address}`,
  )
})

test.each(DELEGATION_CASES)(
  '%s fails the verification until it is revoked',
  async (_, { grant, expectedError, revoke }) => {
    await runAsAccount(daoAccount, grant)
    const failed = fixture.deploy(settings)
    await expect(failed).rejects.toThrow(FatalError)
    await expect(failed).rejects.toThrow(expectedError)
    await runAsAccount(daoAccount, revoke)
    expect(await fixture.deploy(settings)).toContain('Everything is up to date.')
  },
)

test('throws when the DAO has a key that can sign alone', async () => {
  await runAsAccount(
    daoAccount,
    `let key = account.keys.get(keyIndex: 0)!
        account.keys.add(publicKey: key.publicKey, hashAlgorithm: key.hashAlgorithm, weight: 500.0)`,
  )
  await expectRefused(settings, `Key 0 of the DAO's account ${daoAccount.address} weighs 1000`)
})
