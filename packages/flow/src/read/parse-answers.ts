import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { decodeEvent } from '../decode/decode-event.ts'
import { integerOf, listOf, recordOf, textOf, timeMsOf } from '../decode/json-shape.ts'
import { NodeAnswerError } from '../errors.ts'
import type {
  Account,
  AccountKey,
  Block,
  BlockEvents,
  NodeVersion,
  TransactionEvent,
  TransactionRoles,
} from './chain.ts'

/** The one block in an answer to a question for one. */
export function parseBlock(answer: unknown): Block {
  const [block] = listOf(answer, 'blocks')
  const header = recordOf(recordOf(block, 'a block').header, 'a block header')
  return {
    height: integerOf(header.height, 'a block height'),
    id: textOf(header.id, 'a block id'),
    parentId: textOf(header.parent_id, 'a parent id'),
    timeMs: timeMsOf(header.timestamp, 'a block time'),
  }
}

export function parseBlockEvents(answer: unknown): BlockEvents {
  const block = recordOf(answer, 'the events of a block')
  const place = {
    height: integerOf(block.block_height, 'a block height'),
    blockId: textOf(block.block_id, 'a block id'),
    blockTimeMs: timeMsOf(block.block_timestamp, 'a block time'),
  }
  const events = parseEvents(block.events).map((event) => ({ ...event, ...place }))
  return { ...place, events }
}

/** Events in the order of the chain. */
export function parseEvents(answer: unknown): TransactionEvent[] {
  const events = listOf(answer, 'events').map(parseEvent)
  return events.sort((a, b) => a.txIndex - b.txIndex || a.eventIndex - b.eventIndex)
}

function parseEvent(answer: unknown): TransactionEvent {
  const event = recordOf(answer, 'an event')
  return {
    type: textOf(event.type, 'an event type'),
    txId: textOf(event.transaction_id, 'a transaction id'),
    txIndex: integerOf(event.transaction_index, 'a transaction index'),
    eventIndex: integerOf(event.event_index, 'an event index'),
    fields: decodeEvent(textOf(event.payload, 'an event payload')),
  }
}

export function parseRoles(answer: unknown): TransactionRoles {
  const transaction = recordOf(answer, 'a transaction')
  const proposalKey = recordOf(transaction.proposal_key, 'a proposal key')
  return {
    txId: textOf(transaction.id, 'a transaction id'),
    proposer: addressOf(proposalKey.address, 'a proposer'),
    payer: addressOf(transaction.payer, 'a payer'),
    authorizers: listOf(transaction.authorizers, 'authorizers').map((authorizer) =>
      addressOf(authorizer, 'an authorizer'),
    ),
  }
}

export function parseAccount(answer: unknown): Account {
  const account = recordOf(answer, 'an account')
  return {
    address: addressOf(account.address, 'an address'),
    balanceUnits: BigInt(textOf(account.balance, 'a balance')),
    keys: listOf(account.keys, 'account keys').map(parseAccountKey),
  }
}

function parseAccountKey(answer: unknown): AccountKey {
  const key = recordOf(answer, 'an account key')
  return {
    index: integerOf(key.index, 'a key index'),
    publicKeyHex: textOf(key.public_key, 'a public key').replace(/^0x/, '').toLowerCase(),
    signatureAlgorithm: textOf(key.signing_algorithm, 'a signature algorithm'),
    hashAlgorithm: textOf(key.hashing_algorithm, 'a hash algorithm'),
    weight: integerOf(key.weight, 'a key weight'),
    isRevoked: key.revoked === true,
    sequenceNumber: integerOf(key.sequence_number, 'a sequence number'),
  }
}

export function parseNodeVersion(answer: unknown): NodeVersion {
  const version = recordOf(answer, 'node version information')
  return {
    semver: textOf(version.semver, 'a version'),
    sporkId: textOf(version.spork_id, 'a spork id'),
    sporkRootHeight: integerOf(version.spork_root_block_height, 'a spork root height'),
    nodeRootHeight: integerOf(version.node_root_block_height, 'a node root height'),
  }
}

function addressOf(value: unknown, what: string): Address {
  const text = textOf(value, what)
  try {
    return toAddress(text)
  } catch {
    throw new NodeAnswerError(`The Flow access node answered with '${text}' in place of ${what}.`)
  }
}
