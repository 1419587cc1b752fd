import type { EvmAddress } from '@app/values/evm-address.ts'
import type { TokenCrossing } from './decode-evm-event.ts'
import type { EvmMove, TokensByAddress } from './list-evm-transfers.ts'

export interface BridgedTokens extends TokenCrossing {
  eventIndex: number
}

/**
 * Everybody's tokens pass through the one account of the bridge in the EVM. Returns the moves with each passage
 * as one, between the address and the Cadence vault. What comes in the bridge pays out, or mints, after its
 * event; what goes out it takes before that. What others pay in between, such as in the course of its fee, is no part
 * of it. FLOW it wraps and unwraps: then there is a second move, between its account and the vault. A passage of which
 * a part is missing stays as it is.
 */
export function joinBridgedMoves(
  moves: readonly EvmMove[],
  bridged: readonly BridgedTokens[],
  bridge: Bridge,
): EvmMove[] {
  return bridged.reduce((joined, passage) => joinPassage(joined, passage, bridge), [...moves])
}

interface Bridge {
  tokens: TokensByAddress
  /** Its account in the EVM. */
  coa: EvmAddress | null
}

function joinPassage(moves: EvmMove[], passage: BridgedTokens, { tokens, coa }: Bridge): EvmMove[] {
  const token = tokens.get(passage.token)
  if (token === undefined) return moves
  const isIn = passage.kind === 'bridged in'
  const units = isIn ? scaleUfix64(passage.units, token.decimals) : passage.units
  if (!token.isWrappedFlow) {
    const move = findMove(moves, passage, { token: token.address, units, otherEnds: [coa, null] })
    return move === undefined ? moves : replaceMove(moves, move, passage)
  }
  const vaultMove = moves.find(
    ({ vaultUuid, from, to }) => vaultUuid === passage.vaultUuid && (isIn ? from : to) === null,
  )
  const bridge = isIn ? vaultMove?.to : vaultMove?.from
  if (!bridge) return moves
  const move = findMove(moves, passage, { token: 'FLOW', units, otherEnds: [bridge] })
  if (move === undefined) return moves
  return replaceMove(
    moves.filter((other) => other !== vaultMove),
    move,
    passage,
  )
}

interface Sought {
  token: EvmMove['token']
  units: bigint
  /** Who can be at the other end. */
  otherEnds: readonly (EvmAddress | null)[]
}

function findMove(
  moves: EvmMove[],
  { kind, address, eventIndex }: BridgedTokens,
  { token, units, otherEnds }: Sought,
): EvmMove | undefined {
  const isSought = (move: EvmMove, end: EvmMove['from'], otherEnd: EvmMove['from']): boolean =>
    move.token === token &&
    move.units === units &&
    move.vaultUuid === null &&
    end === address &&
    otherEnds.includes(otherEnd)
  return kind === 'bridged in'
    ? moves.find((move) => move.eventIndex > eventIndex && isSought(move, move.to, move.from))
    : moves.findLast((move) => move.eventIndex < eventIndex && isSought(move, move.from, move.to))
}

function replaceMove(moves: EvmMove[], replaced: EvmMove, passage: BridgedTokens): EvmMove[] {
  const end = passage.kind === 'bridged in' ? { from: null } : { to: null }
  const joined = { ...replaced, ...end, vaultUuid: passage.vaultUuid }
  return moves.map((move) => (move === replaced ? joined : move))
}

const scaleUfix64 = (units: bigint, decimals: number): bigint =>
  decimals < 8 ? units / 10n ** BigInt(8 - decimals) : units * 10n ** BigInt(decimals - 8)
