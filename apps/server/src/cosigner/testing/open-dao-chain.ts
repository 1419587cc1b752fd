import { createHash } from 'node:crypto'
import {
  castVotes,
  createProposal,
  getProposal,
  getSequence,
  openDao,
  publishScore,
} from '@app/contracts/calls.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  getSequenceSeries,
  SEQUENCE_SERIES,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import {
  type CadenceCall,
  getContractAddress,
  resolveImports,
} from '@app/contracts/resolve-imports.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { toTestHash } from '../../agent/testing/insert-test-score.ts'
import { KEY_COUNT } from '../../agent/testing/open-agent-chain.ts'
import {
  type GovernanceChain,
  openGovernanceChain,
} from '../../agent/testing/open-governance-chain.ts'

/** A chain with a DAO and four accounts that may vote. */
export interface DaoChain extends GovernanceChain {
  dao: { address: Address; privateKeysHex: readonly string[] }
  voters: readonly Signer[]
  /** Evidence hash of every published record of a voter. */
  evidenceHash: string
  /** Opens a proposal to freeze `target`, by default a new account, lets the voters vote and returns its number. */
  propose(votes: readonly boolean[], target?: Address): Promise<number>
  /** Like `propose`, and waits until the voting has ended. */
  approve(votes?: readonly boolean[], target?: Address): Promise<number>
  readStatus(id: number): Promise<string>
}

const DAY_SECONDS = 86_400
const KEYS = ['d1', 'd2', 'd3'].map((digits) => digits.repeat(32))
const EVIDENCE_HASH = toTestHash(7)
const REASON = 'It takes what is not its own, every day.'

/** Starts the chain, opens the DAO and publishes the scores of the voters. */
export async function openDaoChain(): Promise<DaoChain> {
  const chain = await openGovernanceChain()
  const { service, reader, agent, advanceTime, runCall } = chain
  const agentSigner = createSigner({ ...agent, keyIndex: KEY_COUNT - 1 })
  const voters: Signer[] = []
  let proposals = 0

  const runScript = ({ cadence, args }: CadenceCall) =>
    reader.executeScript(resolveImports(cadence, 'local'), args)

  async function sign(signer: Signer, content: ConsentContent) {
    const { address } = signer
    const series = SEQUENCE_SERIES[getSequenceSeries(content.kind)]
    const next = (await runScript(getSequence({ address, series }))) as Record<string, bigint>
    const sequence = (next.sequence ?? 0n) + 1n
    const validUntil = toValidUntil((next.now ?? 0n) / UNITS_PER_TOKEN, next.maxValidity ?? 0n)
    const contract = toAddress(getContractAddress('DharmaConsent', 'local'))
    const context = { contract, network: 'local', address, sequence, validUntil } as const
    const { keyId, signature } = signUserMessage(signer, buildConsentMessage(context, content))
    return { sequence, validUntil, keyIndexes: [keyId], signatures: [signature] }
  }

  async function publishVoters(): Promise<void> {
    const { height } = await reader.getLatestBlock()
    for (const { address } of voters) {
      const factors = Array.from({ length: 6 }, () => 7000n)
      const record = { address, factors, version: '1.0.0', evidenceHash: EVIDENCE_HASH }
      await runCall(publishScore({ ...record, blockHeight: height }), agentSigner)
    }
  }

  async function propose(votes: readonly boolean[], of?: Address): Promise<number> {
    await publishVoters()
    const proposer = voters[proposals++ % voters.length]
    if (proposer === undefined) throw new Error('no voter')
    const target = of ?? (await chain.createAccount()).address
    const action = { name: 'freeze', target } as const
    const reasonHash = createHash('sha256').update(REASON).digest('hex')
    const consent = await sign(proposer, { kind: 'proposal', action, reasonHash })
    const draft = { action: 'freeze', target, reason: REASON, proposer: proposer.address }
    const { events } = await runCall(createProposal({ ...draft, ...consent }), service)
    const created = events.find(({ type }) => type.endsWith('DharmaGovernance.ProposalCreated'))
    const id = created?.fields.id as bigint
    for (const [index, support] of votes.entries()) {
      const voter = voters[index]
      if (voter === undefined) throw new Error('too many votes')
      const signed = await sign(voter, {
        kind: 'vote',
        votes: [{ proposalId: id, action, support }],
      })
      const votes = { ids: [id], supports: [support] }
      await runCall(castVotes({ ...votes, voter: voter.address, ...signed }), service)
    }
    return Number(id)
  }

  const publicKeys = KEYS.map(
    (privateKeyHex) =>
      createSigner({ address: service.address, keyIndex: 0, privateKeyHex }).publicKeyHex,
  )
  const opened = await runCall(openDao({ publicKeys, amount: 10n * UNITS_PER_TOKEN }), service)
  const created = opened.events.find(({ type }) => type === 'flow.AccountCreated')
  const dao = { address: toAddress(String(created?.fields.address)), privateKeysHex: KEYS }
  for (let count = 0; count < 4; count += 1) voters.push(await chain.createAccount())
  await publishVoters()
  await advanceTime(8 * DAY_SECONDS)
  return {
    ...chain,
    dao,
    voters,
    evidenceHash: EVIDENCE_HASH,
    propose,
    approve: async (votes = [true, true, true], target) => {
      const id = await propose(votes, target)
      await advanceTime(DAY_SECONDS + 60)
      return id
    },
    readStatus: async (id) => ((await runScript(getProposal({ id }))) as { status: string }).status,
  }
}
