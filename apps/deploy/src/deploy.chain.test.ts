import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { CONTRACTS } from '@app/contracts/contracts.generated.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CadenceByName } from './site/list-sources.ts'
import { type Bench, daoFiles, type OpenAccount, openBench } from './testing/bench.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')

let bench: Bench
let house: OpenAccount

beforeAll(async () => {
  bench = await openBench()
  house = await bench.open({ weights: 1000, flow: '5.0' })
})

afterAll(async () => {
  await bench.stop()
})

/** Where the initializer of a contract begins. */
const INIT = '\n    init() {'

/** The contracts with other words in one or more of them. */
function reworded(...changes: [name: string, words: string, others: string][]): CadenceByName {
  const cadence: Record<string, string> = { ...CONTRACTS }
  for (const [name, words, others] of changes) {
    expect(cadence[name]).toContain(words)
    cadence[name] = cadence[name]?.replaceAll(words, others) ?? ''
  }
  return cadence
}

/** The command as a person starts it, without a terminal. */
function startCommand(...options: string[]) {
  const { accessNodeUrl } = bench.world.emulator
  const args = [MAIN, '--network', 'local', '--access-node', accessNodeUrl, ...options]
  const env = {
    DHARMA_STATE: path.join(bench.folder, 'state'),
    DHARMA_CONTRACTS_ADDRESS: house.address,
    DHARMA_CONTRACTS_KEY_FILE: house.keyFiles[0],
    DHARMA_DAO_KEY_FILES: daoFiles(bench.folder).join(),
  }
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs the command until it prints a line like this one, then ends it as kill -9 does. */
async function killAt(line: RegExp): Promise<string> {
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

/** A deployment that has to fail before it sends anything. */
async function expectRefused(
  words: string | RegExp,
  ...told: Parameters<Bench['deploy']>
): Promise<void> {
  const { address } = told[0].contracts
  const before = await bench.sentBy(address)
  const refused = bench.deploy(...told)
  await expect(refused).rejects.toThrow(FatalError)
  await expect(refused).rejects.toThrow(words)
  expect(await bench.sentBy(address)).toBe(before)
}

describe('what cannot be done is said before anything is sent', () => {
  test('a key that is not of the account', async () => {
    const stranger = await bench.open({ weights: 1000, flow: '0.1' })
    const settings = bench.settingsOf({ ...house, privateKeysHex: stranger.privateKeysHex })
    await expectRefused(`belongs to none of the 1 keys of ${house.address}`, settings)
  })

  test('keys that weigh too little', async () => {
    const shared = await bench.open({ weights: 500, keys: 2, flow: '0.1' })
    const settings = bench.settingsOf({ ...shared, privateKeysHex: shared.privateKeysHex.slice(1) })
    await expectRefused(`weigh 500 of the 1000`, settings)
  })

  test('a balance that does not pay for storage and fees', async () => {
    const poor = await bench.open({ weights: 1000, flow: '0.1' })
    await expectRefused(
      /has 0\.1\d* FLOW; this takes about .* Send it 0\.\d+ FLOW more/,
      bench.settingsOf(poor),
    )
  })

  test('a DAO whose one key could sign alone', async () => {
    const { address, keyFiles } = await bench.open({ weights: 1000, flow: '0.1' })
    const dao = { address, publicKeysHex: null, keyFiles }
    await expectRefused(`Key 0 of the DAO's account ${address} weighs 1000 and could sign alone`, {
      ...bench.settingsOf(house),
      dao,
    })
  })

  test('a DAO whose one key stands there twice', async () => {
    const twice = { weights: 500, keys: 2, isOneKey: true, flow: '0.1' }
    const { address, keyFiles } = await bench.open(twice)
    const dao = { address, publicKeysHex: null, keyFiles }
    await expectRefused(`Key 0 of the DAO's account ${address} weighs 1000 and could sign alone`, {
      ...bench.settingsOf(house),
      dao,
    })
  })

  test('keys of the DAO that are one and the same', async () => {
    const dao = { address: null, publicKeysHex: ['ab', 'ab', 'cd'], keyFiles: [] }
    await expectRefused('The DAO needs 3 different keys', { ...bench.settingsOf(house), dao })
  })

  test('a chain of another network', async () => {
    await expectRefused('serves flow-emulator, not flow-testnet', bench.settingsOf(house), {
      network: 'testnet',
    })
  })
})

test('a dry run shows what would change, and changes nothing', async () => {
  const before = await bench.sentBy(house.address)
  const lines = await bench.deploy(bench.settingsOf(house), { isDryRun: true })
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}DharmaScore +new, \d+\.\d kB$/))
  expect(lines).toContainEqual(expect.stringContaining('3 keys of weight 500'))
  expect(lines.at(-1)).toMatch(/^A dry run: \d+ transactions would be sent\.$/)
  expect(await bench.sentBy(house.address)).toBe(before)
  expect(daoFiles(bench.folder).filter(existsSync)).toEqual([])
})

test('without a terminal and without --yes nothing is sent', async () => {
  const before = await bench.sentBy(house.address)
  const child = startCommand()
  const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(words).toBe('Nothing was sent: add --yes to go on without being asked.\n')
  expect(code).toBe(1)
  expect(await bench.sentBy(house.address)).toBe(before)
})

describe('an account that is not the service account', () => {
  test('killed in the middle, deploying goes on where it stopped and proves the whole', async () => {
    const killed = await killAt(/^\[5\//)
    expect(killed).not.toContain('Proof')
    expect(killed).not.toContain(house.privateKeysHex[0])
    const agent = await bench.open({ weights: 1000, flow: '1.0' })
    const [privateKeyHex = ''] = agent.privateKeysHex
    const settings = {
      ...bench.settingsOf(house),
      agent: { address: agent.address, privateKeyHex },
      fundUnits: parseUfix64('0.5'),
    }
    const proof = (await bench.deploy(settings)).join('\n')
    expect(proof).toMatch(/DharmaScore +unchanged/)
    expect(proof).not.toContain('Add DharmaScore')
    expect(proof).toMatch(/Add DharmaConnectors: sealed/)
    expect(proof).toContain(`in ${house.address} has the hashes of the sources`)
    expect(proof).toContain('DharmaGovernance answers: 0 proposals so far')
    expect(proof).toMatch(
      /The DAO is 0x\w{16}, keys of weight 500, 500, 500: at least 2 of them sign/,
    )
    for (const power of ['publish', 'flag', 'watch']) {
      expect(proof).toContain(`The agent ${agent.address}: ${power} held`)
    }
    expect(proof).toContain('The funds hold: rechecks 0.50000000 FLOW, settlements 0.50000000 FLOW')
    const modes = daoFiles(bench.folder).map((file) => statSync(file).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600])
  })

  test('a second run changes nothing', async () => {
    const before = await bench.sentBy(house.address)
    expect(await bench.deploy(bench.settingsOf(house))).toContain('Everything is up to date.')
    expect(await bench.sentBy(house.address)).toBe(before)
  })

  test('a function dropped that another contract uses is found by the proof, and repaired by the next run', async () => {
    const cadence = reworded(['DharmaVoterEligibility', 'fun getIneligibilityReason(', 'fun why('])
    await expect(bench.deploy(bench.settingsOf(house), { cadence })).rejects.toThrow(
      /^The contracts do not fit each other any more: .*getIneligibilityReason.* \(DharmaGovernance:\d+/,
    )
    const lines = await bench.deploy(bench.settingsOf(house))
    expect(lines).toContainEqual(expect.stringMatching(/load and fit each other$/))
  })

  test('contracts that change together are updated one after the other, and no others', async () => {
    const cadence = reworded(
      [
        'DharmaScore',
        INIT,
        `\n    access(all) view fun one(): UInt64 {\n        return 1\n    }\n${INIT}`,
      ],
      [
        'DharmaVoterEligibility',
        INIT,
        `\n    access(all) view fun two(): UInt64 {\n        return DharmaScore.one() + 1\n    }\n${INIT}`,
      ],
    )
    const lines = await bench.deploy(bench.settingsOf(house), { cadence })
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

  test('an update that the chain would refuse stops all others too, by contract and rule', async () => {
    const cadence = reworded(
      ['DharmaScore', '/// ', '/// Reworded: '],
      [
        'DharmaProtectionTypes',
        INIT,
        `\n    access(all) let later: Int\n${INIT}\n        self.later = 0`,
      ],
    )
    const words =
      'DharmaProtectionTypes cannot be updated: found new field `later` in `DharmaProtectionTypes`'
    await expectRefused(words, bench.settingsOf(house), { cadence })
  })
})
