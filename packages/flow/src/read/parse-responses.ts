import { type Address, toAddress } from '@app/values/address.ts'
import { parseCadenceError } from '../decode/classify-transaction-failure.ts'
import { decodeCadence, decodeEvent, decodeJson } from '../decode/decode-cadence.ts'
import {
  parseArray,
  parseInteger,
  parseObject,
  parseString,
  parseTimeMs,
  parseUnits,
} from '../decode/parse-json-values.ts'
import { NodeInvalidResponseError } from '../errors.ts'
import {
  type Account,
  type AccountKey,
  type Block,
  type BlockEvents,
  type NodeVersion,
  TRANSACTION_STATUSES,
  type TransactionEvent,
  type TransactionResult,
  type TransactionRoles,
  type TransactionStatus,
} from './chain.ts'

export function parseBlock(answer: unknown): Block {
  const [block] = parseArray(answer, 'blocks')
  const header = parseObject(parseObject(block, 'a block').header, 'a block header')
  return {
    height: parseInteger(header.height, 'a block height'),
    id: parseString(header.id, 'a block id'),
    parentId: parseString(header.parent_id, 'a parent id'),
    timeMs: parseTimeMs(header.timestamp, 'a block time'),
  }
}

export function parseBlockEvents(answer: unknown): BlockEvents {
  const block = parseObject(answer, 'the events of a block')
  const blockRef = {
    height: parseInteger(block.block_height, 'a block height'),
    blockId: parseString(block.block_id, 'a block id'),
    blockTimeMs: parseTimeMs(block.block_timestamp, 'a block time'),
  }
  const events = parseEvents(block.events).map((event) => ({ ...event, ...blockRef }))
  return { ...blockRef, events }
}

function parseEvents(answer: unknown): TransactionEvent[] {
  const events = parseArray(answer, 'events').map(parseEvent)
  return events.sort((a, b) => a.txIndex - b.txIndex || a.eventIndex - b.eventIndex)
}

function parseEvent(answer: unknown): TransactionEvent {
  const event = parseObject(answer, 'an event')
  return {
    type: parseString(event.type, 'an event type'),
    txId: parseString(event.transaction_id, 'a transaction id'),
    txIndex: parseInteger(event.transaction_index, 'a transaction index'),
    eventIndex: parseInteger(event.event_index, 'an event index'),
    fields: decodeEvent(parseString(event.payload, 'an event payload')),
  }
}

export function parseTransactionRoles(answer: unknown): TransactionRoles {
  const transaction = parseObject(answer, 'a transaction')
  const proposalKey = parseObject(transaction.proposal_key, 'a proposal key')
  return {
    txId: parseString(transaction.id, 'a transaction id'),
    proposer: parseAddressField(proposalKey.address, 'a proposer'),
    payer: parseAddressField(transaction.payer, 'a payer'),
    authorizers: parseArray(transaction.authorizers, 'authorizers').map((authorizer) =>
      parseAddressField(authorizer, 'an authorizer'),
    ),
  }
}

export function parseTransactionArguments(answer: unknown): unknown[] {
  const transaction = parseObject(answer, 'a transaction')
  return parseArray(transaction.arguments, 'arguments').map((argument) =>
    decodeCadence(decodeJson(parseString(argument, 'an argument'))),
  )
}

export function parseAccount(answer: unknown): Account {
  const account = parseObject(answer, 'an account')
  return {
    address: parseAddressField(account.address, 'an address'),
    balanceUnits: parseUnits(account.balance, 'a balance'),
    keys: parseArray(account.keys, 'account keys').map(parseAccountKey),
  }
}

function parseAccountKey(answer: unknown): AccountKey {
  const key = parseObject(answer, 'an account key')
  return {
    index: parseInteger(key.index, 'a key index'),
    publicKeyHex: parseString(key.public_key, 'a public key').replace(/^0x/, '').toLowerCase(),
    signatureAlgorithm: parseString(key.signing_algorithm, 'a signature algorithm'),
    hashAlgorithm: parseString(key.hashing_algorithm, 'a hash algorithm'),
    weight: parseInteger(key.weight, 'a key weight'),
    isRevoked: key.revoked === true,
    sequenceNumber: parseInteger(key.sequence_number, 'a sequence number'),
  }
}

export function parseNodeVersion(answer: unknown): NodeVersion {
  const version = parseObject(answer, 'node version information')
  return {
    semver: parseString(version.semver, 'a version'),
    sporkId: parseString(version.spork_id, 'a spork id'),
    sporkRootHeight: parseInteger(version.spork_root_block_height, 'a spork root height'),
    nodeRootHeight: parseInteger(version.node_root_block_height, 'a node root height'),
  }
}

function parseAddressField(value: unknown, expected: string): Address {
  const text = parseString(value, expected)
  try {
    return toAddress(text)
  } catch {
    throw new NodeInvalidResponseError(
      `The Flow access node answered with '${text}' instead of ${expected}.`,
    )
  }
}

export function parseTransactionResult(txId: string, answer: unknown): TransactionResult {
  const result = parseObject(answer, 'a transaction result')
  const message = parseString(result.error_message ?? '', 'an error message')
  const blockId = parseString(result.block_id ?? '', 'a block id')
  return {
    txId,
    status: parseStatus(parseString(result.status ?? '', 'a transaction status')),
    error: message === '' ? null : parseCadenceError(message),
    blockId: blockId === '' ? null : blockId,
    events: parseEvents(result.events),
  }
}

function parseStatus(text: string): TransactionStatus {
  if (text === '') return 'unknown'
  const status = TRANSACTION_STATUSES.find((candidate) => candidate === text.toLowerCase())
  if (status === undefined)
    throw new NodeInvalidResponseError(`'${text}' is not a transaction status.`)
  return status
}
