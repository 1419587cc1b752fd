import { randomBytes } from 'node:crypto'
import * as transactions from '@app/contracts/transactions.generated.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { AgentAccount } from '@app/server/agent/keyring.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_KEYS } from '@app/values/limits.ts'
import type { Deed } from '../chain/deed.ts'
import { inOneBlock, openedAccounts, type Place } from '../chain/in-one-block.ts'
import type { DaoAccount } from '../people/create-dao.ts'

/** Who holds the powers of the contracts. */
export interface Offices {
  agent: AgentAccount
  dao: DaoAccount
}

/** The agent has as many transactions on their way at once. */
const AGENT_KEYS = 8

/** For fees; a transaction costs less than a thousandth of it. */
const FLOW = parseUfix64('100.0')

/** Pays for scheduled runs: each costs less than a thousandth of it. */
const FUND = parseUfix64('100.0')

/**
 * Opens the accounts of the agent and of the DAO, with private keys that only they have, and gives them
 * their powers: two blocks, made by hand.
 */
export async function fillOffices(place: Place): Promise<Offices> {
  const offices = await openAccounts(place)
  await inOneBlock(place, appointments(place.chain.service, offices))
  return offices
}

async function openAccounts(place: Place): Promise<Offices> {
  const { address } = place.chain.service
  const publicKeyOf = (privateKeyHex: string) =>
    createSigner({ address, keyIndex: 0, privateKeyHex }).publicKeyHex
  const [agentKey, ...daoKeys] = [createKey(), ...Array.from({ length: DAO_KEYS }, createKey)]
  const calls = [
    transactions.openSender({
      publicKey: publicKeyOf(agentKey),
      keyCount: AGENT_KEYS,
      amount: FLOW,
    }),
    transactions.openDao({ publicKeys: daoKeys.map(publicKeyOf), amount: FLOW }),
  ]
  const deeds = calls.map((call): Deed => ({ call, signers: [address] }))
  const [agent, dao] = (await inOneBlock(place, deeds)).flatMap(openedAccounts)
  if (agent === undefined || dao === undefined) throw new FatalError('An account did not open.')
  return {
    agent: { address: agent, privateKeyHex: agentKey },
    dao: { address: dao, privateKeysHex: daoKeys },
  }
}

const createKey = () => randomBytes(32).toString('hex')

function appointments({ address: contracts }: Signer, { agent }: Offices): Deed[] {
  const agentSigner = createSigner({ ...agent, keyIndex: 0 })
  const byContracts = [
    transactions.appointPublisher({ publisher: agent.address }),
    transactions.appointFlagger({ flagger: agent.address }),
    transactions.appointWatcher({ watcher: agent.address }),
    transactions.fundRechecks({ amount: FUND }),
    transactions.fundSettlements({ amount: FUND }),
  ]
  const byAgent = [
    transactions.claimPublisher({ provider: contracts }),
    transactions.claimFlagger({ provider: contracts }),
    transactions.claimWatcher({ provider: contracts }),
  ]
  return [
    ...byContracts.map((call): Deed => ({ call, signers: [contracts] })),
    ...byAgent.map((call): Deed => ({ call, signers: [agentSigner] })),
  ]
}

/**
 * Has the agent watch the addresses, so that their scores are published again every day. Signed by its last
 * key, which the server takes last.
 */
export function watchAll({ agent }: Offices, addresses: readonly Address[]): Deed[] {
  const signer = createSigner({ ...agent, keyIndex: AGENT_KEYS - 1 })
  return addresses.map((address) => ({
    call: transactions.watchWallet({ address }),
    signers: [signer],
  }))
}
