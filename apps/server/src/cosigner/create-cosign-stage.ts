import { createKeySigner, type Signer } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import type { AccountKey, Block } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { isRecent } from '@app/values/time.ts'
import { loadIndexedTip } from '../facts/load-indexed-tip.ts'
import type { NetworkReader } from '../flow-access/read-contract.ts'
import { createLockedStage, type ScheduledStage, type Stage } from '../runtime/stage.ts'
import { type Cosigner, createMemory, type Memory } from './cosigner.ts'
import { exchangeSignatures } from './exchange/exchange-signatures.ts'
import { trackVoter } from './judge/check-vote.ts'
import { judgeCandidates } from './judge/judge-candidates.ts'
import { readChainFacts } from './read-chain-facts.ts'
import { type GovernanceWork, readWork } from './read-work.ts'
import { buildStatus, type Doubt, STATUS_TOPIC } from './status.ts'
import { writeVersion } from './write-version.ts'

/** Longer than the interval between blocks: nothing that a signer does is urgent. */
const MIN_POLL_MS = 2_000

/** Creates the stage of a signer with its wake-up conditions. */
export function createCosignerStages(cosigner: Cosigner): ScheduledStage[] {
  const pollMs = Math.max(cosigner.context.config.flow.pollMs, MIN_POLL_MS)
  return [{ stage: createCosignStage(cosigner), channels: [], pollMs }]
}

/**
 * Creates the stage of a signer. A step reads what the DAO can execute, judges it with the signer's
 * own scores, and exchanges signatures through the mailbox; it never waits for the chain. What a
 * crash must not lose is in the mailbox and on the chain.
 */
export function createCosignStage(cosigner: Cosigner): Stage {
  const memory = createMemory()
  const step = () => stepCosigner(cosigner, memory)
  return createLockedStage(cosigner.context, { name: 'cosign', lock: 'cosigner', step })
}

async function stepCosigner(cosigner: Cosigner, memory: Memory): Promise<'more' | 'idle'> {
  const { flow, context } = cosigner
  const { network } = context.config
  const tip = await flow.getLatestBlock()
  const reader = readAt(cosigner, tip)
  const work = await readWork(reader)
  if (work === null || work.dao === null) return waitForDao(cosigner, memory)
  await writeVersion(cosigner, work)
  const keys = await readChainFacts(flow, { network, tip, dao: work.dao })
  const signer = findOwnSigner(cosigner.privateKeyHex, keys)
  const hasMoreVoters = await trackNextVoters(cosigner, work, memory)
  const facts = { ...keys, blockIds: memory.blockIds }
  const inputs = { facts, executable: work.executable, reader, signer }
  const { passed, doubts } = await judgeCandidates(cosigner, memory, inputs)
  const exchanged = await exchangeSignatures(cosigner, memory, { ...inputs, passed })
  await writeStatus(cosigner, memory, {
    keyIndex: signer.keyIndex,
    doubts: [...doubts, ...exchanged.doubts],
  })
  return exchanged.hasMoved || hasMoreVoters ? 'more' : 'idle'
}

/** Returns a reader whose scripts all see the block `tip`. */
function readAt({ flow, context }: Cosigner, tip: Block): NetworkReader {
  return {
    network: context.config.network,
    flow: { executeScript: (cadence, args) => flow.executeScript(cadence, args, tip.height) },
  }
}

function waitForDao({ context }: Cosigner, { logged }: Memory): 'idle' {
  const { network } = context.config
  if (!logged.has(NO_DAO)) context.log.warn({ network }, NO_DAO)
  logged.add(NO_DAO)
  return 'idle'
}

const NO_DAO = 'there is no DAO on this network yet: nothing can be executed'

/** Accounts that are scored for the first time in one step. */
const MAX_NEW_VOTERS = 5

/**
 * Scores those who vote as soon as they do, so that the evidence on which they voted is seen.
 * Returns whether there are more.
 */
async function trackNextVoters(
  { context }: Cosigner,
  { voters }: GovernanceWork,
  { tracked }: Memory,
): Promise<boolean> {
  const next = voters.filter((voter) => !tracked.has(voter))
  for (const voter of next.slice(0, MAX_NEW_VOTERS)) {
    if (!(await trackVoter(context, voter))) return false
    tracked.add(voter)
  }
  return next.length > MAX_NEW_VOTERS
}

/** Interval of the sign of life. */
const STATUS_INTERVAL_MS = 15_000

async function writeStatus(
  { mailbox, context, now }: Cosigner,
  memory: Memory,
  { keyIndex, doubts }: { keyIndex: number; doubts: readonly Doubt[] },
): Promise<void> {
  for (const { proposalId, text } of doubts) {
    const key = `${proposalId} ${text}`
    if (!memory.logged.has(key)) context.log.warn({ proposalId }, text)
    memory.logged.add(key)
  }
  const tip = await loadIndexedTip(context)
  const text = JSON.stringify([keyIndex, doubts])
  const isFresh = isRecent(memory.status.atMs, now(), STATUS_INTERVAL_MS)
  if (text === memory.status.text && isFresh) return
  const indexedHeight = tip?.toHeight ?? null
  await mailbox.write(STATUS_TOPIC, buildStatus({ keyIndex, indexedHeight, doubts: [...doubts] }))
  memory.status = { text, atMs: now() }
}

/**
 * Finds the DAO's key that belongs to the private key. Throws `RetryableError`, since a handover may
 * still name this key, when there is none, and `FatalError` for a key that could sign alone.
 */
function findOwnSigner(
  privateKeyHex: string,
  { dao, keys }: { dao: Address; keys: readonly AccountKey[] },
): Signer {
  for (const key of keys) {
    const signer = createKeySigner({ address: dao, privateKeyHex }, key)
    if (signer === null) continue
    if (key.weight < FULL_WEIGHT) return signer
    throw new FatalError(
      `Key ${key.index} of the DAO ${dao} could sign alone: give it keys of which two must sign.`,
    )
  }
  throw new RetryableError(
    `The private key of this signer matches no key of the DAO ${dao}: correct DHARMA_COSIGNER_KEY.`,
  )
}
