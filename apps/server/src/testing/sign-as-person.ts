import { createProposal, getOpenProposals, getSequence } from '@app/contracts/calls.ts'
import {
  SEQUENCE_SERIES,
  type SequenceSeries,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { GovernanceChain } from '../agent/testing/open-governance-chain.ts'
import { buildDocumentedText, type IndependentWallet } from './independent-wallet.ts'

type Message = Pick<Parameters<typeof buildDocumentedText>[1], 'subject' | 'lines' | 'role'>

/** Runs a script at the latest block and returns its decoded result. */
export const runScript = (
  { reader }: Pick<GovernanceChain, 'reader'>,
  { cadence, args }: CadenceCall,
) => reader.executeScript(resolveImports(cadence, 'local'), args)

interface Reasoned {
  target: Address
  reason: string
}

/** Proposes to freeze an address; returns the number of the proposal. */
export const proposeFreeze = (
  chain: GovernanceChain,
  wallet: IndependentWallet,
  reasoned: Reasoned,
): Promise<bigint> => propose(chain, wallet, { ...reasoned, action: 'freeze', named: [] })

/** Proposes to lift the flag of an address that is not frozen; returns the number of the proposal. */
export const proposeUnfreeze = (
  chain: GovernanceChain,
  wallet: IndependentWallet,
  { flagNumber, ...reasoned }: Reasoned & { flagNumber: number },
): Promise<bigint> =>
  propose(chain, wallet, { ...reasoned, action: 'unfreeze', named: [`Flag: ${flagNumber}`] })

async function propose(
  chain: GovernanceChain,
  wallet: IndependentWallet,
  { action, target, named, reason }: Reasoned & { action: string; named: string[] },
): Promise<bigint> {
  const hash = `Reason SHA-256: ${hashReason(reason)}`
  const consent = await sign(chain, wallet, {
    series: 'proposals',
    subject: 'proposal',
    lines: [`Action: ${action}`, `Target: ${target}`, ...named, hash],
    role: 'Proposer',
  })
  const proposal = { action, target, reason, proposer: wallet.address }
  await chain.runCall(createProposal({ ...proposal, ...consent }), chain.service)
  return await readLastOpen(chain, wallet.address)
}

/** Returns the number of the last open proposal of an address; 0 when there is none. */
export async function readLastOpen(chain: GovernanceChain, proposer: Address): Promise<bigint> {
  const open = (await runScript(chain, getOpenProposals({ proposer }))) as bigint[]
  return open.at(-1) ?? 0n
}

/** Signs a message as its author alone would, and returns the arguments that relay it. */
async function sign(
  chain: GovernanceChain,
  wallet: IndependentWallet,
  { series, ...message }: Message & { series: SequenceSeries },
) {
  const { address } = wallet
  const next = (await runScript(
    chain,
    getSequence({ address, series: SEQUENCE_SERIES[series] }),
  )) as Record<'sequence' | 'now' | 'maxValidity', bigint>
  const numbers = {
    sequence: Number(next.sequence) + 1,
    validUntil: Number(toValidUntil(next.now / UNITS_PER_TOKEN, next.maxValidity)),
  }
  const { keyId, signature } = wallet.sign(buildDocumentedText(address, { ...message, ...numbers }))
  return { ...numbers, keyIndexes: [keyId], signatures: [signature] }
}
