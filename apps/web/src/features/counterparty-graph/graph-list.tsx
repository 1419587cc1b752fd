import { formatCount } from '../../lib/format/format.ts'
import { formatTokens } from '../../lib/format/format-amount.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { LevelMark } from '../../ui/tone/level-mark.tsx'
import type { Graph, GraphEdge, GraphNode } from './build-graph.ts'
import { describeAccount } from './describe-node.ts'

interface GraphListProps {
  graph: Graph
  onExpand: (node: GraphNode) => void
  onSelect: (edge: GraphEdge) => void
}

/** The graph as lists: every account with its score, and every pair with its transfers. */
export function GraphList({ graph, onExpand, onSelect }: GraphListProps) {
  return (
    <div className="grid gap-6">
      <div>
        <h3 className="mb-2 font-medium">Accounts</h3>
        <ul className="divide-y divide-line">
          {graph.nodes.map((node) => (
            <AccountItem key={node.address} node={node} onExpand={onExpand} />
          ))}
        </ul>
      </div>
      <div>
        <h3 className="mb-2 font-medium">Transfers</h3>
        <ul className="divide-y divide-line">
          {graph.edges.map((edge) => (
            <li
              key={`${edge.from} ${edge.to}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm"
            >
              <span className="flex flex-wrap items-center gap-x-2">
                <Address address={edge.from} /> paid <Address address={edge.to} />
              </span>
              <span className="figures text-ink-soft">
                {edge.amounts.map(formatTokens).join(', ')}
              </span>
              <Button
                variant="quiet"
                size="small"
                className="sm:ml-auto"
                onClick={() => onSelect(edge)}
              >
                {edge.count === 1 ? 'One transfer' : `${formatCount(edge.count)} transfers`}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface AccountItemProps {
  node: GraphNode
  onExpand: (node: GraphNode) => void
}

function AccountItem({ node, onExpand }: AccountItemProps) {
  const canExpand = !node.isExpanded || node.hiddenCount > 0
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <LevelMark level={node.riskLevel} />
      <Address address={node.address} canCopy />
      <span className="figures text-ink-soft">{describeAccount(node)}</span>
      {canExpand && (
        <Button variant="quiet" size="small" className="sm:ml-auto" onClick={() => onExpand(node)}>
          {node.isExpanded ? `Show more (${node.hiddenCount})` : 'Show its counterparties'}
        </Button>
      )}
    </li>
  )
}
