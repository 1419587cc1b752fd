import { isEvmAddress } from '@app/values/evm-address.ts'
import { formatCount, formatPoints, formatTokens } from '../../lib/format/format.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { formatParty } from '../../ui/party-link.tsx'
import type { GraphEdge, GraphNode } from './build-graph.ts'

/** Describes what is known of an account: 'on a scam list · 15.4 · ✕ High Risk'. */
export function describeAccount(node: GraphNode): string {
  const { isListed, isService, score, riskLevel } = node
  return [
    ...(isListed ? ['on a scam list'] : []),
    ...(isService ? ['service'] : []),
    score === null ? describeUnscored(node) : formatPoints(score),
    ...(riskLevel === null ? [] : [toRiskBadge(riskLevel).text]),
  ].join(' · ')
}

/** Describes an account in two or three words, for the picture. */
export function describeBriefly(node: GraphNode): string {
  const { isListed, isService, score } = node
  const points = score === null ? describeUnscored(node) : `score ${formatPoints(score)}`
  if (isListed) return 'on a scam list'
  return isService ? `service · ${points}` : points
}

/** An address of the EVM never has a score. */
const describeUnscored = ({ address }: GraphNode): string =>
  isEvmAddress(address) ? 'in the EVM' : 'not scored yet'

/** Tells screen readers what the picture shows of an account otherwise, and what a click does. */
export function describeNode(node: GraphNode): string {
  const account = `, ${node.address}, ${describeAccount(node)}`
  if (!node.isExpanded) return `${account}. Show its counterparties`
  if (node.hiddenCount === 0) return account
  return `${account}. Show more of its counterparties: ${node.hiddenCount} are hidden`
}

/** Describes the transfers of an edge: '120 FLOW' or '120 FLOW + 1 more ×3'. */
export function describeEdge({ amounts, count }: GraphEdge): string {
  const [first, ...others] = amounts
  const amount = first === undefined ? '' : formatTokens(first)
  const more = others.length === 0 ? '' : ` + ${others.length} more`
  return `${amount}${more}${count > 1 ? ` ×${formatCount(count)}` : ''}`
}

/** Tells screen readers between whom the transfers of an edge are, and what a click does. */
export const describeEdgeEnds = ({ from, to }: GraphEdge): string =>
  ` from ${formatParty(from)} to ${formatParty(to)}. List the transfers`
