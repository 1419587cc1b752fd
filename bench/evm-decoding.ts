import { decodeEvent } from '@app/flow/decode/decode-cadence.ts'
import { decodeEvmMoves } from '@app/flow/evm/decode-evm-moves.ts'
import type { TransactionEvent } from '@app/flow/read/chain.ts'
import { createEvmSigner, LOCAL_EVM_CHAIN } from '@app/flow/testing/evm.ts'
import { RECORDED, toEvmEvent } from '@app/flow/testing/recorded-evm.ts'
import { measureBestRate } from './measure.ts'

const SIGNED = 250

/**
 * Measures how many transactions of the EVM one core decodes to movements per second, half of them signed by a key,
 * and how many of the same events it decodes from the JSON of a node, which comes before that.
 */
export function benchEvmDecoding(): object {
  const direct = Array.from({ length: SIGNED }, () => toEvmEvent(RECORDED.payInside))
  const mixed = signTransactions().flatMap((event, index) => [event, direct[index] ?? event])
  const payloads = mixed.map(encodePayload)
  const decoded = measureBestRate(mixed, countMoves)
  const parsed = measureBestRate(payloads, (payload) => Object.keys(decodeEvent(payload)).length)
  return {
    bench: 'evm_decoding',
    transactionsPerSecond: Math.round(decoded),
    directPerSecond: Math.round(measureBestRate(direct, countMoves)),
    parsedPerSecond: Math.round(parsed),
    timesAsLongAsParsing: Number((parsed / decoded).toFixed(2)),
  }
}

const countMoves = (event: TransactionEvent): number => {
  const { moves, unreadable } = decodeEvmMoves([event], 'local')
  return unreadable.length === 0 ? moves.length : Number.NaN
}

/** Signed by one key, with input of 100 to 600 bytes. */
function signTransactions(): TransactionEvent[] {
  const { sign, address: to } = createEvmSigner()
  return Array.from({ length: SIGNED }, (_, index) => {
    const data = `0x${'ab'.repeat(100 + ((index * 37) % 500))}` as const
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
    const nonce = BigInt(index)
    const order = { chainId: LOCAL_EVM_CHAIN, nonce, gas: 100_000n, to, value: 1n, data, ...fees }
    const payload = Buffer.from(sign({ type: 'eip1559', ...order })).toString('hex')
    return toEvmEvent({ ...RECORDED.dynamicFee, payload, logs: RECORDED.payInside.logs })
  })
}

/** Encodes an event as nodes do: base64 of JSON-CDC. */
function encodePayload({ type, fields }: TransactionEvent): string {
  const value = {
    id: type,
    fields: Object.entries(fields).map(([name, field]) => ({ name, value: encodeField(field) })),
  }
  return Buffer.from(JSON.stringify({ type: 'Event', value })).toString('base64')
}

function encodeField(field: unknown): { type: string; value: unknown } {
  if (Array.isArray(field)) {
    const bytes = field.map((byte) => ({ type: 'UInt8', value: String(byte) }))
    return { type: 'Array', value: bytes }
  }
  return { type: typeof field === 'bigint' ? 'UInt64' : 'String', value: String(field) }
}
