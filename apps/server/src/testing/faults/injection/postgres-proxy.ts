import { createHash } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { CLOCK_JUMPS, type Clocks } from './clocks.ts'
import {
  buildErrorFrame,
  buildReadyFrame,
  createFrameReader,
  type Frame,
  readSqlStatement,
} from './frames.ts'
import type { Injector } from './injector.ts'

/** A proxy between the server and PostgreSQL. */
export interface PostgresProxy {
  /** Returns the URL of a database behind the proxy. */
  toUrl(databaseUrl: string): string
  /** Whether a fault ended every connection, as the end of the server's process does. */
  isCrashed(): boolean
  /** Ends every connection, and refuses new ones, as the end of the server's process does. */
  crash(): void
  /** Accepts connections again after a crash. */
  revive(): void
  stop(): Promise<void>
}

/** One connection of the server. */
interface Session {
  client: Socket
  server: Socket
  /** Statements since the transaction began; `null` outside of one. */
  transaction: string[] | null
  /** Whether it holds an advisory lock of a stage or an account. */
  holdsLock: boolean
  /** Messages that wait for the end of their batch. */
  batch: Frame[]
  /** What happens at the end of the running batch. */
  onReady: (() => void) | null
  /** Whether answers are withheld. */
  isMuted: boolean
}

interface ProxyState {
  injector: Injector
  clocks: Clocks
  sessions: Set<Session>
  isCrashed: boolean
}

/** Starts a proxy in front of the server of `databaseUrl`. */
export async function startPostgresProxy(
  databaseUrl: string,
  { injector, clocks }: Pick<ProxyState, 'injector' | 'clocks'>,
): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const state: ProxyState = { injector, clocks, sessions: new Set(), isCrashed: false }
  const server = createServer((client) => {
    if (state.isCrashed) client.destroy()
    else openSession(state, client, connect(Number(target.port), target.hostname))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    toUrl: (url) => {
      const proxied = new URL(url)
      proxied.port = String(port)
      return proxied.href
    },
    isCrashed: () => state.isCrashed,
    crash: () => crash(state),
    revive: () => {
      state.isCrashed = false
    },
    stop: () => stop(server, state),
  }
}

async function stop(server: Server, { sessions }: ProxyState): Promise<void> {
  for (const session of sessions) cut(session)
  await new Promise((resolve) => server.close(resolve))
}

function cut({ client, server }: Session): void {
  client.destroy()
  server.destroy()
}

function openSession(state: ProxyState, client: Socket, server: Socket): void {
  const session: Session = {
    client,
    server,
    transaction: null,
    holdsLock: false,
    batch: [],
    onReady: null,
    isMuted: false,
  }
  state.sessions.add(session)
  for (const socket of [client, server]) {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      state.sessions.delete(session)
      cut(session)
    })
  }
  const readClient = createFrameReader({ isClient: true })
  const readServer = createFrameReader({ isClient: false })
  client.on('data', (chunk) => {
    for (const frame of readClient(chunk as Buffer)) receiveFromClient(state, session, frame)
  })
  server.on('data', (chunk) => {
    const frames = readServer(chunk as Buffer)
    if (!session.isMuted) client.write(Buffer.concat(frames.map(({ bytes }) => bytes)))
    for (const frame of frames) receiveFromServer(session, frame)
  })
}

/** Forwards what does not belong to a statement at once, and a statement at the end of its batch. */
function receiveFromClient(state: ProxyState, session: Session, frame: Frame): void {
  if (!/^[QPBDES]$/.test(frame.type)) return void session.server.write(frame.bytes)
  session.batch.push(frame)
  if (frame.type !== 'Q' && frame.type !== 'S') return
  const batch = session.batch.splice(0)
  const statement = batch.map(readSqlStatement).find((text) => text !== null) ?? ''
  void strike(state, session, { statement, bytes: Buffer.concat(batch.map(({ bytes }) => bytes)) })
}

function receiveFromServer(session: Session, frame: Frame): void {
  if (frame.type !== 'Z') return
  if (frame.body.toString('latin1') === 'I') session.transaction = null
  const { onReady } = session
  session.onReady = null
  onReady?.()
}

interface Batch {
  statement: string
  bytes: Buffer
}

async function strike(state: ProxyState, session: Session, batch: Batch): Promise<void> {
  const { statement, bytes } = batch
  const kinds = listKinds(session, statement)
  const request = describeRequest(session, statement)
  const place = isCommitOfWrites(session, statement) ? 'commit' : 'database'
  const kind = kinds.length === 0 ? null : state.injector.decide(place, request, kinds)
  const jump = kinds.length === 0 ? null : state.injector.decide('clock', request, CLOCK_JUMPS)
  noteStatement(session, statement)
  if (jump !== null) await state.clocks.jump(jump)
  const isForwarded = kind === null || (await STRIKES[kind]?.(session, state)) === true
  if (isForwarded) session.server.write(bytes)
}

/** What each fault does; those that return true forward the statement afterwards. */
const STRIKES: Readonly<
  Record<string, (session: Session, state: ProxyState) => boolean | Promise<boolean>>
> = {
  delay: () => delay(20, true),
  'cut before': (session) => {
    cut(session)
    return false
  },
  'cut after': (session) => {
    session.isMuted = true
    session.onReady = () => cut(session)
    return true
  },
  'crash before': (_, state) => {
    crash(state)
    return false
  },
  'crash after': (session, state) => {
    session.isMuted = true
    session.onReady = () => crash(state)
    return true
  },
  'disk full': (session) => {
    refuse(session)
    return false
  },
  'lock lost': (_, { sessions }) => {
    for (const session of sessions) if (session.holdsLock) cut(session)
    return true
  },
}

const isCommit = (statement: string): boolean => /^commit$/i.test(statement)
const isCommitOfWrites = ({ transaction }: Session, statement: string): boolean =>
  isCommit(statement) && transaction?.some(isWrite) === true
const isWrite = (statement: string): boolean =>
  /\b(insert into|update|delete from)\b/i.test(statement)

/** Lists the faults that a statement can have; those that end a transaction have most. */
function listKinds({ transaction }: Session, statement: string): readonly string[] {
  if (/^(begin|rollback|start transaction|set |listen )/i.test(statement)) return []
  const cuts = ['cut before', 'cut after']
  if (isCommit(statement))
    return [...cuts, 'cut after', 'crash before', 'crash after', 'disk full', 'lock lost']
  if (!isWrite(statement)) return [...cuts, 'delay', 'lock lost']
  return transaction === null
    ? [...cuts, 'crash before', 'crash after', 'disk full']
    : ['cut before', 'crash before', 'disk full', 'lock lost']
}

function noteStatement(session: Session, statement: string): void {
  if (/^(begin|start transaction)/i.test(statement)) session.transaction = []
  else session.transaction?.push(statement)
  if (/pg_(try_)?advisory_lock/.test(statement)) session.holdsLock = true
  if (/pg_advisory_unlock/.test(statement)) session.holdsLock = false
}

const LABEL_LENGTH = 70

/** The canonical key of a statement, or of all statements of a transaction that is committed. */
function describeRequest({ transaction }: Session, statement: string): string {
  const all = isCommit(statement) ? (transaction ?? []) : [statement]
  const hash = createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 12)
  const shown = isCommit(statement) ? `commit of ${all.find(isWrite) ?? 'nothing'}` : statement
  return `${shown.slice(0, LABEL_LENGTH)} #${hash}`
}

function crash(state: ProxyState): void {
  state.isCrashed = true
  for (const session of state.sessions) cut(session)
}

/** Answers that the disk is full, which ends the transaction. */
function refuse({ client, transaction }: Session): void {
  client.write(buildErrorFrame('53100', 'could not extend file: No space left on device'))
  client.write(buildReadyFrame(transaction === null ? 'I' : 'E'))
}
