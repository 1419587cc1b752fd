import type { AccountSummary } from '@app/api/schemas/account/account-summary.ts'
import { toAddress } from '@app/values/address.ts'
import { List, Undo2, Waypoints } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type GraphEdge, type GraphNode, MAX_NODES } from './build-graph.ts'
import { EdgeTransfers } from './edge-transfers.tsx'
import { GraphCanvas } from './graph-canvas.tsx'
import { GraphList } from './graph-list.tsx'
import { GraphSearch } from './graph-search.tsx'
import type { GraphStep } from './graph-steps.ts'
import { useGraph } from './use-graph.ts'
import { useGraphSteps } from './use-graph-steps.ts'

/** Who paid whom around a wallet. Nothing is loaded before the user asks for it. */
export function CounterpartyGraph({ root }: { root: AccountSummary }) {
  const { steps, add, undo } = useGraphSteps()
  const open = () => add({ kind: 'expand', address: toAddress(root.address) })
  return (
    <Card title="Counterparties">
      {steps === null ? (
        <div className="flex flex-wrap items-center gap-4">
          <p className="text-ink-soft">See who paid this wallet, and whom it paid.</p>
          <Button variant="secondary" onClick={open}>
            <Waypoints className="size-4" aria-hidden="true" />
            Show counterparties
          </Button>
        </div>
      ) : (
        <OpenGraph root={root} steps={steps} add={add} undo={undo} />
      )}
    </Card>
  )
}

interface OpenGraphProps {
  root: AccountSummary
  steps: readonly GraphStep[]
  add: (step: GraphStep) => void
  undo: () => void
}

function OpenGraph({ root, steps, add, undo }: OpenGraphProps) {
  const { graph, isLoading, problems, reload } = useGraph(root, steps)
  const [isList, setList] = useState(false)
  const [selected, setSelected] = useState<GraphEdge | null>(null)
  const expand = ({ address }: GraphNode) => add({ kind: 'expand', address: toAddress(address) })
  const View = isList ? GraphList : GraphCanvas
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <GraphSearch onJoin={(address) => add({ kind: 'join', address })} />
        <Button variant="quiet" size="small" onClick={undo}>
          <Undo2 className="size-4" aria-hidden="true" />
          {steps.length > 1 ? 'Undo' : 'Close'}
        </Button>
        <Button variant="quiet" size="small" onClick={() => setList(!isList)}>
          <ViewIcon isList={isList} />
          {isList ? 'Picture' : 'List'}
        </Button>
        <CopyButton text={window.location.href} label="link to this picture" />
      </div>
      <GraphNotes problems={problems} isFull={graph.isFull} onRetry={reload} />
      <View
        graph={graph}
        root={root.address}
        selected={selected}
        focus={steps.at(-1)?.address ?? root.address}
        onExpand={expand}
        onSelect={setSelected}
      />
      <p role="status" className="figures flex items-center gap-2 text-sm text-ink-faint">
        {isLoading && <Spinner />}
        {isLoading
          ? 'Loading...'
          : `${graph.nodes.length} accounts. Money moves from left to right.`}
      </p>
      {selected && <EdgeTransfers edge={selected} />}
    </div>
  )
}

const ViewIcon = ({ isList }: { isList: boolean }) => {
  const Icon = isList ? Waypoints : List
  return <Icon className="size-4" aria-hidden="true" />
}

interface GraphNotesProps {
  problems: readonly string[]
  isFull: boolean
  onRetry: () => void
}

function GraphNotes({ problems, isFull, onRetry }: GraphNotesProps) {
  const notes = isFull
    ? [...problems, `The picture shows at most ${MAX_NODES} accounts.`]
    : problems
  return (
    <div role="status" className="text-sm text-ink-soft empty:hidden">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {problems.length > 0 && (
        <Button variant="quiet" size="small" onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  )
}
