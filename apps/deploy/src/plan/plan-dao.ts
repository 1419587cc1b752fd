import { getAdmin } from '@app/contracts/scripts.generated.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings } from '../command/take-settings.ts'
import { FULL_WEIGHT } from '../dao-rules.ts'
import { accountOf } from '../site/open-site.ts'
import { ask, type Site } from '../site/site.ts'

/** Who holds the admin of the DAO, or will. */
export type DaoPlan =
  /** An account is opened for it. */
  | { kind: 'open' }
  /** An account that exists gets it. */
  | { kind: 'hand over'; account: Account }
  | { kind: 'ready'; account: Account }
  /** It is neither with the contracts nor with an account that is known. */
  | { kind: 'elsewhere' }

/**
 * What has to happen about the DAO, with these contracts deployed. Throws `FatalError` when a key of its
 * account could sign alone, be it in one place or in several, or when its keys cannot sign at all.
 */
export async function planDao(
  site: Site,
  { address }: DaoSettings,
  deployed: ReadonlySet<string>,
): Promise<DaoPlan> {
  const isThere = deployed.has('DharmaGovernance')
  const admin = isThere ? await readAdmin(site, address) : NOT_THERE
  const holder = address ?? admin.noted
  if (holder === null) return { kind: admin.isAtContracts ? 'open' : 'elsewhere' }
  const account = await accountOf(site.reader, holder, site.network)
  expectSharedPower(account)
  if (admin.isAtDao) return { kind: 'ready', account }
  return admin.isAtContracts ? { kind: 'hand over', account } : { kind: 'elsewhere' }
}

interface Admin {
  noted: Address | null
  isAtContracts: boolean
  isAtDao: boolean
}

/** As it will be once the contract is deployed. */
const NOT_THERE: Admin = { noted: null, isAtContracts: true, isAtDao: false }

async function readAdmin(site: Site, dao: Address | null): Promise<Admin> {
  const answer = await ask(site, getAdmin({ contracts: site.account.address, dao }))
  const { noted, isAtContracts, isAtDao } = answer as Record<string, unknown>
  return {
    noted: noted === null ? null : toAddress(String(noted)),
    isAtContracts: isAtContracts === true,
    isAtDao: isAtDao === true,
  }
}

/** Throws `FatalError` unless it takes two keys of the account, or more, to sign for it. */
function expectSharedPower({ address, keys }: Account): void {
  const live = keys.filter(({ isRevoked }) => !isRevoked)
  const weightOf = (publicKeyHex: string) =>
    sumOfWeights(live.filter((key) => key.publicKeyHex === publicKeyHex))
  const mighty = live.find(({ publicKeyHex }) => weightOf(publicKeyHex) >= FULL_WEIGHT)
  if (mighty !== undefined) {
    throw new FatalError(
      `Key ${mighty.index} of the DAO's account ${address} weighs ${weightOf(mighty.publicKeyHex)} and could sign alone: give it keys below ${FULL_WEIGHT}, of which two must sign, or leave DHARMA_DAO_ADDRESS out to have one opened.`,
    )
  }
  const weight = sumOfWeights(live)
  if (weight >= FULL_WEIGHT) return
  throw new FatalError(
    `The keys of the DAO's account ${address} weigh ${weight} together, less than the ${FULL_WEIGHT} that it takes to sign: add keys.`,
  )
}

const sumOfWeights = (keys: readonly AccountKey[]): number =>
  keys.reduce((sum, { weight }) => sum + weight, 0)
