import type { ApiClient } from '@app/api/client/client.ts'
import { listTransfers } from '@app/api/routes/accounts.ts'
import type { AccountSummary } from '@app/api/schemas/account.ts'
import { cleanPastedAddress } from '@app/values/address.ts'
import { type Party, parseParty, toParty } from '@app/values/evm-address.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { List, Undo2, Waypoints } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { formatCount, formatTokens } from '../../lib/format/format.ts'
import { ARIA_DISABLED_PROPS, Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { EvmTransactionLink, PartyLink } from '../../ui/party-link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { DateTime } from '../../ui/time.tsx'
import { LevelMark } from '../../ui/tone/level-mark.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { type Graph, type GraphEdge, type GraphNode, MAX_NODES } from './build-graph.ts'
import { describeAccount } from './describe-node.ts'
import { GraphCanvas } from './graph-canvas.tsx'
import { useGraph, useGraphSteps } from './use-graph.ts'

/** Who paid whom around a wallet. */
export function CounterpartyGraph({ root }: { root: AccountSummary }) {
  const { steps, url, add, undo } = useGraphSteps(toParty(root.address))
  const { graph, isLoading, problems, reload } = useGraph(root, steps)
  const [isList, setList] = useState(false)
  const [selected, setSelected] = useState<GraphEdge | null>(null)
  const expand = ({ address }: GraphNode) => add({ kind: 'expand', address: toParty(address) })
  const View = isList ? GraphList : GraphCanvas
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <GraphSearch onJoin={(address) => add({ kind: 'join', address })} />
        <Button
          variant="quiet"
          size="small"
          onClick={undo}
          {...(steps.length < 2 && ARIA_DISABLED_PROPS)}
        >
          <Undo2 className="size-4" aria-hidden="true" />
          Undo
        </Button>
        <Button variant="quiet" size="small" onClick={() => setList(!isList)}>
          <ViewIcon isList={isList} />
          {isList ? 'Picture' : 'List'}
        </Button>
        <CopyButton text={url} label="link to this picture" />
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
      <p role="status" className="figures flex items-center gap-2 text-small text-ink-faint">
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
    <div role="status" className="text-small text-ink-soft empty:hidden">
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

/** Joins an account to the graph by its address. */
function GraphSearch({ onJoin }: { onJoin: (address: Party) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = parseParty(cleanPastedAddress(text))
    setProblem(
      address === null
        ? 'Enter 0x followed by 16 hex characters, or by 40 of an address in the EVM.'
        : '',
    )
    if (address === null) return
    setText('')
    onJoin(address)
  }
  return (
    <form onSubmit={submit} noValidate className="min-w-48 max-w-lg flex-1">
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label="Find the path to an address"
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          placeholder="Find the path to 0x…"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field figures min-h-9 min-w-0 py-1 font-mono text-small"
        />
        <Button type="submit" variant="secondary" size="small">
          Find path
        </Button>
      </div>
      <p id={`${id}-problem`} role="alert" className="text-small text-bad empty:hidden">
        {problem}
      </p>
    </form>
  )
}

interface GraphListProps {
  graph: Graph
  onExpand: (node: GraphNode) => void
  onSelect: (edge: GraphEdge) => void
}

/** The graph as lists: every account with its score, and every pair with its transfers. */
function GraphList({ graph, onExpand, onSelect }: GraphListProps) {
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
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-small"
            >
              <span className="flex flex-wrap items-center gap-x-2">
                <PartyLink address={edge.from} /> paid <PartyLink address={edge.to} />
              </span>
              <UserText className="figures text-ink-soft">
                {edge.amounts.map(formatTokens).join(', ')}
              </UserText>
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
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-small">
      <LevelMark level={node.riskLevel} />
      <PartyLink address={node.address} canCopy />
      <span className="figures text-ink-soft">{describeAccount(node)}</span>
      {canExpand && (
        <Button variant="quiet" size="small" className="sm:ml-auto" onClick={() => onExpand(node)}>
          {node.isExpanded ? `Show more (${node.hiddenCount})` : 'Show its counterparties'}
        </Button>
      )}
    </li>
  )
}

/** The transactions between two accounts of the graph, newest first, in both directions. */
function EdgeTransfers({ edge }: { edge: GraphEdge }) {
  const { data, isError } = useQuery(
    pairTransfersQuery(useApi(), toParty(edge.from), toParty(edge.to)),
  )
  const buildTransactionUrl = useTransactionUrlBuilder()
  return (
    <section aria-live="polite" className="mt-4 rounded-control border border-line p-4">
      <h3 className="mb-2 flex flex-wrap items-center gap-x-2 font-medium">
        Between <PartyLink address={edge.from} canCopy /> and{' '}
        <PartyLink address={edge.to} canCopy />
      </h3>
      {isError && <p className="text-small text-ink-soft">The transfers could not be loaded.</p>}
      <ul className="divide-y divide-line">
        {data?.map((transfer, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two transfers of one transaction can be equal
            key={`${transfer.txId} ${index}`}
            className="figures flex flex-wrap gap-x-4 py-1.5 text-small"
          >
            <ExternalLink url={buildTransactionUrl(transfer.txId)}>
              <DateTime time={transfer.time} />
            </ExternalLink>
            <UserText>
              {formatTokens(transfer)} {transfer.from === edge.from ? 'there' : 'back'}
            </UserText>
            <EvmTransactionLink hash={transfer.evmHash} />
          </li>
        ))}
      </ul>
      {data?.length === PAIR_TRANSFERS_LIMIT && (
        <p className="mt-2 text-small text-ink-faint">The latest {PAIR_TRANSFERS_LIMIT}.</p>
      )}
    </section>
  )
}

/** Transactions that are listed for one pair. */
const PAIR_TRANSFERS_LIMIT = 20

/** The latest transfers between two accounts. */
const pairTransfersQuery = (api: ApiClient, address: Party, counterparty: Party) =>
  queryOptions({
    queryKey: ['accounts', address, 'transfers', counterparty],
    queryFn: ({ signal }) =>
      api.call(
        listTransfers,
        { params: { address }, query: { counterparty, limit: PAIR_TRANSFERS_LIMIT } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
