import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toAddress } from '@app/values/address.ts'
import type { Check, Finding } from '../../checks/check.ts'
import { formatCount } from '../../checks/format-count.ts'
import { findMessageKeyFinding, type KeyedMessage } from '../../votes/chain/find-key-finding.ts'
import { listSignedEntries } from '../list-messages.ts'
import { type ParsedCase, selectEntries } from '../parse-entries.ts'
import { findSumDifference } from './find-sum-difference.ts'
import { findLateTransaction, findTransactionFinding } from './find-transaction-finding.ts'
import { createTransactionReader, type TransactionReader } from './read-transactions.ts'

/** Builds the checks that ask a node. */
export function buildChainChecks(parsed: ParsedCase, flow: FlowReader): Check[] {
  const readTransaction = createTransactionReader(flow)
  const ids = new Set(parsed.entries.flatMap(({ entry }) => entry.txId ?? []))
  return [
    {
      claim: `${formatCount(ids.size, 'transaction')} on the chain called the contracts with what the entries state.`,
      find: () => findTransactionFinding(parsed, readTransaction),
    },
    {
      claim: 'The votes give the sums that the contract reported with each of them.',
      find: () => findSumDifference(parsed, readTransaction),
    },
    {
      claim: 'No entry has a time before the block of its transaction.',
      find: () => findLateTransaction(parsed, readTransaction),
    },
    {
      claim: 'The keys are those that the accounts of the signers had.',
      find: () => findKeyFinding(parsed, { flow, readTransaction }),
    },
  ]
}

async function findKeyFinding(
  parsed: ParsedCase,
  { flow, readTransaction }: { flow: FlowReader; readTransaction: TransactionReader },
): Promise<Finding> {
  const messages: KeyedMessage[] = []
  for (const { path, signer, message, entry } of listSignedEntries(parsed)) {
    const { txId } = entry.entry
    const height = txId === null ? null : (await readTransaction(txId)).height
    messages.push({ path, signer, message, height })
  }
  return await findMessageKeyFinding([...messages, ...listClearances(parsed)], flow)
}

/** The agent signs a clearance off the chain. */
function listClearances(parsed: ParsedCase): KeyedMessage[] {
  return selectEntries(parsed, 'clearance').flatMap(({ path, entry }) => {
    const { by, message } = entry
    if (by === null || message === null) return []
    return [{ path: `${path}.message`, signer: toAddress(by), message, height: null }]
  })
}
