import { useId, useLayoutEffect, useRef } from 'react'
import { formatParty } from '../../ui/party-link.tsx'
import { LevelMark } from '../../ui/tone/level-mark.tsx'
import type { Graph, GraphEdge, GraphNode } from './build-graph.ts'
import {
  describeAccount,
  describeBriefly,
  describeEdge,
  describeEdgeEnds,
  describeNode,
} from './describe-node.ts'
import {
  layoutGraph,
  NODE_HEIGHT,
  NODE_WIDTH,
  type PlacedEdge,
  type PlacedNode,
} from './layout-graph.ts'

interface GraphCanvasProps {
  graph: Graph
  /** Address of the account where the graph starts. */
  root: string
  selected: GraphEdge | null
  /** Address of the account that is brought into view. */
  focus: string
  onExpand: (node: GraphNode) => void
  onSelect: (edge: GraphEdge) => void
}

/** The graph as a picture: money moves from left to right. Wider than the page, it scrolls sideways. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { graph, root, selected, focus, onExpand, onSelect } = props
  const { nodes, edges, width, height } = layoutGraph(graph)
  const frame = useRef<HTMLElement>(null)
  const focused = nodes.find(({ address }) => address === focus)
  const { x = 0, y = 0 } = focused ?? {}
  useLayoutEffect(() => bringIntoView(frame.current, { x, y }), [x, y])
  return (
    <section
      ref={frame}
      aria-label="Picture of the counterparties"
      className="max-h-[26rem] overflow-auto rounded-control border border-line bg-canvas"
    >
      <div className="relative mx-auto" style={{ width, height }}>
        <EdgeLines edges={edges} width={width} height={height} />
        {edges.map((edge) => (
          <EdgeLabel
            key={`${edge.from} ${edge.to}`}
            edge={edge}
            isSelected={selected?.from === edge.from && selected.to === edge.to}
            onSelect={onSelect}
          />
        ))}
        {nodes.map((node) => (
          <NodeButton
            key={node.address}
            node={node}
            isRoot={node.address === root}
            onExpand={onExpand}
          />
        ))}
      </div>
    </section>
  )
}

/** Scrolls the frame, not the page, until an account is in its middle. */
function bringIntoView(frame: HTMLElement | null, { x, y }: { x: number; y: number }): void {
  if (frame === null) return
  frame.scrollLeft = x + NODE_WIDTH / 2 - frame.clientWidth / 2
  frame.scrollTop = y + NODE_HEIGHT / 2 - frame.clientHeight / 2
}

interface EdgeLinesProps {
  edges: readonly PlacedEdge[]
  width: number
  height: number
}

function EdgeLines({ edges, width, height }: EdgeLinesProps) {
  const arrowId = useId()
  return (
    <svg width={width} height={height} className="absolute inset-0" aria-hidden="true">
      <defs>
        <marker
          id={arrowId}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0 0.5L7.5 4L0 7.5Z" className="fill-line-strong" />
        </marker>
      </defs>
      {edges.map(({ from, to, path }) => (
        <path
          key={`${from} ${to}`}
          d={path}
          data-address={`${from} ${to}`}
          className="fill-none stroke-line-strong"
          strokeWidth="1.5"
          markerEnd={`url(#${arrowId})`}
        />
      ))}
    </svg>
  )
}

interface EdgeLabelProps {
  edge: PlacedEdge
  isSelected: boolean
  onSelect: (edge: GraphEdge) => void
}

function EdgeLabel({ edge, isSelected, onSelect }: EdgeLabelProps) {
  return (
    <button
      type="button"
      onClick={() => onSelect(edge)}
      aria-pressed={isSelected}
      data-address={`${edge.from} ${edge.to}`}
      className="figures absolute max-w-44 -translate-1/2 truncate rounded-full border border-transparent bg-canvas px-1.5 text-caption leading-5 text-ink-soft hover:border-line-strong hover:text-ink aria-pressed:border-brand aria-pressed:text-brand"
      style={{ left: edge.labelX, top: edge.labelY }}
    >
      {describeEdge(edge)}
      <span className="sr-only">{describeEdgeEnds(edge)}</span>
    </button>
  )
}

interface NodeButtonProps {
  node: PlacedNode
  isRoot: boolean
  onExpand: (node: GraphNode) => void
}

function NodeButton({ node, isRoot, onExpand }: NodeButtonProps) {
  const canExpand = !node.isExpanded || node.hiddenCount > 0
  return (
    <button
      type="button"
      onClick={() => canExpand && onExpand(node)}
      aria-disabled={!canExpand}
      title={`${node.address} · ${describeAccount(node)}`}
      data-address={node.address}
      className={`absolute flex items-center gap-2 rounded-control border bg-surface px-2.5 text-left text-caption shadow-card transition-colors not-aria-disabled:hover:border-brand aria-disabled:cursor-default ${isRoot ? 'border-2 border-brand' : 'border-line-strong'}`}
      style={{ left: node.x, top: node.y, width: NODE_WIDTH, height: NODE_HEIGHT }}
    >
      <LevelMark level={node.riskLevel} />
      <span className="min-w-0 flex-1">
        <span className="figures block truncate font-medium">{formatParty(node.address)}</span>
        <span className="figures block truncate text-caption text-ink-soft">
          {isRoot ? 'This wallet' : describeBriefly(node)}
        </span>
      </span>
      {canExpand && (
        <span className="figures text-caption text-ink-faint" aria-hidden="true">
          +{node.hiddenCount > 0 ? node.hiddenCount : ''}
        </span>
      )}
      <span className="sr-only">{describeNode(node)}</span>
    </button>
  )
}
