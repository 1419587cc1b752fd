import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { readContractSource } from '@app/contracts/contract-sources.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Settings } from './settings.ts'
import type { CadenceByName } from './target.ts'
import {
  type DeployFixture,
  listDaoKeyFiles,
  startDeployFixture,
  type TestAccount,
} from './testing/deploy-fixture.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')

let fixture: DeployFixture
let contractsAccount: TestAccount

beforeAll(async () => {
  fixture = await startDeployFixture()
  contractsAccount = await fixture.createAccount({ keyWeight: 1000, flowAmount: '5.0' })
})

afterAll(async () => {
  await fixture.stop()
})

/** The start of the initializer of a contract. */
const INIT = '\n    init() {'
/** The first function of DharmaVoterEligibility, with its comment. */
const VOTER_SCORE = '    /// Least score of a voter, in tenths.'

/** Returns one or more of the contracts with replaced text. */
function replaceInContracts(
  ...changes: [name: string, text: string, replacement: string][]
): CadenceByName {
  const cadence: Record<string, string> = {}
  for (const [name, text, replacement] of changes) {
    const before = cadence[name] ?? readContractSource(name)
    expect(before).toContain(text)
    cadence[name] = before.replaceAll(text, replacement)
  }
  return cadence
}

/** Starts the command without a terminal. */
function startCommand(...options: string[]) {
  const { accessNodeUrl } = fixture.chain.emulator
  const args = [MAIN, '--network', 'local', '--access-node', accessNodeUrl, ...options]
  const env = {
    DHARMA_STATE: path.join(fixture.folder, 'state'),
    DHARMA_CONTRACTS_ADDRESS: contractsAccount.address,
    DHARMA_CONTRACTS_KEY_FILE: contractsAccount.keyFiles[0],
    DHARMA_DAO_KEY_FILES: listDaoKeyFiles(fixture.folder).join(),
  }
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs the command until it prints a matching line, then kills it with SIGKILL. Returns its output. */
async function killAtLine(line: RegExp): Promise<string> {
  const child = startCommand('--yes')
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const printed of createInterface({ input: child.stdout })) {
    lines.push(printed)
    if (line.test(printed)) child.kill('SIGKILL')
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
  return lines.join('\n')
}

/** Expects a deployment to fail before it sends anything. */
async function expectRefused(
  expectedMessage: string | RegExp,
  ...deployArguments: Parameters<DeployFixture['deploy']>
): Promise<void> {
  const { address } = deployArguments[0].contracts
  const before = await fixture.countProposedTransactions(address)
  const refused = fixture.deploy(...deployArguments)
  await expect(refused).rejects.toThrow(FatalError)
  await expect(refused).rejects.toThrow(expectedMessage)
  expect(await fixture.countProposedTransactions(address)).toBe(before)
}

test('a balance that does not cover storage and fees fails before anything is sent', async () => {
  const poor = await fixture.createAccount({ keyWeight: 1000, flowAmount: '0.1' })
  await expectRefused(
    /has 0\.1\d* FLOW; this takes about .* Send it 0\.\d+ FLOW more/,
    fixture.buildSettings(poor),
  )
})

test.each([
  ['a key that can sign alone', { keyWeight: 1000, flowAmount: '0.1' }],
  ['the same key twice', { keyWeight: 500, keyCount: 2, isSameKey: true, flowAmount: '0.1' }],
])('a DAO with %s fails before anything is sent', async (_, account) => {
  const { address, keyFiles } = await fixture.createAccount(account)
  const dao = { address, publicKeysHex: null, keyFiles }
  await expectRefused(`Key 0 of the DAO's account ${address} weighs 1000 and could sign alone`, {
    ...fixture.buildSettings(contractsAccount),
    dao,
  })
})

test('a dry run shows what would change, and changes nothing', async () => {
  const before = await fixture.countProposedTransactions(contractsAccount.address)
  const lines = await fixture.deploy(fixture.buildSettings(contractsAccount), { isDryRun: true })
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}DharmaScore +new, \d+\.\d kB$/))
  expect(lines).toContainEqual(expect.stringContaining('3 keys of weight 500'))
  expect(lines.at(-1)).toMatch(/^A dry run: \d+ transactions would be sent\.$/)
  expect(await fixture.countProposedTransactions(contractsAccount.address)).toBe(before)
  expect(listDaoKeyFiles(fixture.folder).filter(existsSync)).toEqual([])
})

test('without a terminal and without --yes nothing is sent', async () => {
  const before = await fixture.countProposedTransactions(contractsAccount.address)
  const child = startCommand()
  const [expectedMessage, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(expectedMessage).toBe('Nothing was sent: add --yes to continue without confirmation.\n')
  expect(code).toBe(1)
  expect(await fixture.countProposedTransactions(contractsAccount.address)).toBe(before)
})

describe('an account that is not the service account', () => {
  test('a deployment that was killed continues where it stopped and verifies everything', async () => {
    const killed = await killAtLine(/^\[5\//)
    expect(killed).not.toContain('Verification')
    expect(killed).not.toContain(contractsAccount.privateKeysHex[0])
    const createHolder = async () => {
      const options = { keyWeight: 1000, flowAmount: '1.0' }
      const { address, privateKeysHex } = await fixture.createAccount(options)
      return { address, privateKeyHex: privateKeysHex[0] ?? '', variable: 'KEY' }
    }
    const [agent, second] = [await createHolder(), await createHolder()]
    const settings: Settings = {
      ...fixture.buildSettings(contractsAccount),
      appointed: [
        { name: 'agent', powers: ['publish', 'flag', 'watch'], ...agent },
        { name: 'second publisher', powers: ['publish'], ...second },
      ],
      fundUnits: parseUfix64('0.5'),
    }
    const output = (await fixture.deploy(settings)).join('\n')
    expect(output).toMatch(/DharmaScore +unchanged/)
    expect(output).not.toContain('Add DharmaScore')
    expect(output).toMatch(/Add DharmaConnectors: sealed/)
    expect(output).toContain(`in ${contractsAccount.address} has the hashes of the sources`)
    expect(output).toContain('DharmaProposals answers: 0 proposals so far')
    expect(output).toMatch(
      /The DAO is 0x\w{16}, keys of weight 500, 500, 500: at least 2 of them sign/,
    )
    for (const power of ['publish', 'flag', 'watch']) {
      expect(output).toContain(`The agent ${agent.address}: ${power} held`)
    }
    expect(output).toContain(`The second publisher ${second.address}: publish held`)
    expect(output).not.toContain(`The second publisher ${second.address}: flag`)
    expect(output).toContain('The fund for rechecks holds 0.50000000 FLOW')
    const modes = listDaoKeyFiles(fixture.folder).map((file) => statSync(file).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600])
  })

  test('a second run changes nothing', async () => {
    const before = await fixture.countProposedTransactions(contractsAccount.address)
    expect(await fixture.deploy(fixture.buildSettings(contractsAccount))).toContain(
      'Everything is up to date.',
    )
    expect(await fixture.countProposedTransactions(contractsAccount.address)).toBe(before)
  })

  test('the verification finds a removed function that another contract uses, and the next run repairs it', async () => {
    const cadence = replaceInContracts([
      'DharmaVoterEligibility',
      'fun getReliedJurorRecord(',
      'fun why(',
    ])
    await expect(
      fixture.deploy(fixture.buildSettings(contractsAccount), { cadence }),
    ).rejects.toThrow(
      /^The contracts do not work together: .*getReliedJurorRecord.* \(DharmaGovernance:\d+/,
    )
    const lines = await fixture.deploy(fixture.buildSettings(contractsAccount))
    expect(lines).toContainEqual(expect.stringMatching(/contracts load and work together$/))
  })

  test('contracts that change together are updated one after the other, and no others', async () => {
    const cadence = replaceInContracts(
      [
        'DharmaScore',
        INIT,
        `\n    access(all) view fun one(): UInt64 {\n        return 1\n    }\n${INIT}`,
      ],
      [
        'DharmaVoterEligibility',
        VOTER_SCORE,
        `    access(all) view fun two(): UInt64 {\n        return DharmaScore.one() + 1\n    }\n\n${VOTER_SCORE}`,
      ],
    )
    const lines = await fixture.deploy(fixture.buildSettings(contractsAccount), { cadence })
    expect(lines).toContainEqual(expect.stringMatching(/DharmaScore +update, \+4 −0 lines$/))
    expect(lines).toContainEqual(
      expect.stringMatching(
        /DharmaVoterEligibility +update, \+4 −0 lines, tried again after DharmaScore$/,
      ),
    )
    expect(lines.filter((line) => line.startsWith('['))).toEqual([
      expect.stringMatching(/^\[1\/2\] Update DharmaScore: sealed/),
      expect.stringMatching(/^\[2\/2\] Update DharmaVoterEligibility: sealed/),
    ])
  })

  test('an update that the chain would reject stops all others, with contract and rule', async () => {
    const cadence = replaceInContracts(
      ['DharmaScore', '/// ', '/// Reworded: '],
      ['DharmaConsent', INIT, `\n    access(all) let later: Int\n${INIT}\n        self.later = 0`],
    )
    const expectedMessage =
      'DharmaConsent cannot be updated: found new field `later` in `DharmaConsent`'
    await expectRefused(expectedMessage, fixture.buildSettings(contractsAccount), { cadence })
  })
})
