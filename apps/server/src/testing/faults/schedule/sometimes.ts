import type { Choose, Fault } from '../injection/injector.ts'

/** A fault that stays for good, and with which the pipeline still catches up. */
export interface LastingFault {
  name: string
  choose: Choose
}

export const LASTING_FAULTS: readonly LastingFault[] = [
  {
    name: 'the answers to sent transactions never arrive',
    choose: ({ place }) => (place === 'sending' ? 'cut after the node' : null),
  },
  {
    name: 'the first attempt of every request is refused',
    choose: ({ place, attempt }) => (place === 'node' && attempt === 1 ? '503' : null),
  },
  {
    name: 'events come twice',
    choose: ({ request }, kinds) =>
      kinds.includes('double events') && request.includes('Withdrawn') ? 'double events' : null,
  },
  {
    name: 'every answer is late',
    choose: ({ place }) => (place === 'node' ? 'delay' : null),
  },
]

/** States that were reached, over all schedules of a run. */
export type ReachedStates = Set<string>

interface FaultState {
  state: string
  place: Fault['place']
  kinds: readonly string[]
  request: RegExp
}

const CURSOR_COMMIT = /^commit of (update|insert into) chain_cursor/
const SENDING = /^POST .*\/transactions /
const TIP = /height=sealed$/

/** States that are reached by the fault alone. */
const FAULT_STATES: readonly FaultState[] = [
  {
    state: 'rows and cursor written, the connection lost before their commit',
    place: 'commit',
    kinds: ['cut before'],
    request: CURSOR_COMMIT,
  },
  {
    state: 'rows and cursor written, the process ended before their commit',
    place: 'commit',
    kinds: ['crash before'],
    request: CURSOR_COMMIT,
  },
  {
    state: 'rows and cursor committed, the acknowledgement lost',
    place: 'commit',
    kinds: ['cut after'],
    request: CURSOR_COMMIT,
  },
  {
    state: 'rows and cursor committed, the process ended before it knew',
    place: 'commit',
    kinds: ['crash after'],
    request: CURSOR_COMMIT,
  },
  { state: 'disk full at a commit', place: 'commit', kinds: ['disk full'], request: /^commit / },
  { state: 'disk full at a write', place: 'database', kinds: ['disk full'], request: /^insert / },
  {
    state: 'a score committed, the acknowledgement lost',
    place: 'commit',
    kinds: ['cut after', 'crash after'],
    request: /^commit of (update score_tracked|insert into "score_result")/,
  },
  {
    state: 'the lock of a stage lost in the middle of its step',
    place: 'database',
    kinds: ['lock lost'],
    request: /./,
  },
  {
    state: 'a signed transaction stored, the acknowledgement lost',
    place: 'commit',
    kinds: ['cut after', 'crash after'],
    request: /^commit of insert into "agent_transaction"/,
  },
  {
    state: 'the end of a transaction stored, the acknowledgement lost',
    place: 'commit',
    kinds: ['cut after', 'crash after'],
    request: /^commit of update "agent_transaction" set "outcome"/,
  },
  {
    state: 'a transaction accepted by the node, the answer lost',
    place: 'sending',
    kinds: ['cut after the node', 'truncate'],
    request: SENDING,
  },
  {
    state: 'a transaction that never reached the node',
    place: 'sending',
    kinds: ['cut before the node', '429', '503'],
    request: SENDING,
  },
  {
    state: 'a transaction accepted by the node and forgotten',
    place: 'sending',
    kinds: ['accept and forget'],
    request: SENDING,
  },
  { state: 'a transaction sent twice', place: 'sending', kinds: ['send twice'], request: SENDING },
  { state: 'a tip below the last one', place: 'node', kinds: ['stale height'], request: TIP },
  { state: 'too many requests', place: 'node', kinds: ['429'], request: /./ },
  { state: 'a busy node', place: 'node', kinds: ['503'], request: /./ },
  { state: 'half an answer', place: 'node', kinds: ['truncate'], request: /\/events/ },
  {
    state: 'events twice in an answer',
    place: 'node',
    kinds: ['double events', 'double blocks'],
    request: /\/events/,
  },
  {
    state: 'events in another order',
    place: 'node',
    kinds: ['reorder events', 'reorder blocks'],
    request: /\/events/,
  },
  { state: 'a block omitted', place: 'node', kinds: ['omit a block'], request: /\/events/ },
  {
    state: 'two nodes that disagree about a block',
    place: 'node',
    kinds: ['another block at a height'],
    request: /\/events/,
  },
  {
    state: 'a webhook sent, and the process ended before this was noted',
    place: 'receiver',
    kinds: ['the sender ends after it was read'],
    request: /./,
  },
  {
    state: 'a webhook received, the answer lost',
    place: 'receiver',
    kinds: ['cut after it was read'],
    request: /./,
  },
  ...(['server', 'database'] as const).flatMap((clock) =>
    (['ahead', 'back'] as const).map((direction) => ({
      state: `the clock of the ${clock} a day ${direction}`,
      place: 'clock' as const,
      kinds: [`${clock} clock a day ${direction}`],
      request: /./,
    })),
  ),
  {
    state: 'holdings that cannot be read',
    place: 'node',
    kinds: ['500', '503'],
    request: /scripts/,
  },
]

/** A receiver got a message again, with the same id. */
export const SENT_TWICE = 'webhook sent twice'

/** A client was told that no agent is running, because the clock had jumped since its last sign of life. */
export const REFUSED_AFTER_JUMP = 'a request refused because the clock had jumped, and repeated'

/** States that the run itself observes. */
const OBSERVED_STATES = [
  SENT_TWICE,
  REFUSED_AFTER_JUMP,
  'a stage stopped for good, and the operator started it again',
  'a start failed half-way, and was repeated',
  'stopped while the node answered that there are too many requests',
] as const

/** Every state that a complete run must have reached at least once. */
export const WANTED_STATES: readonly string[] = [
  ...FAULT_STATES.map(({ state }) => state),
  ...OBSERVED_STATES,
  ...LASTING_FAULTS.map(({ name }) => name),
]

/** Adds the states that follow from what was injected. */
export function noteReachedStates(reached: ReachedStates, injected: readonly Fault[]): void {
  for (const { state, place, kinds, request } of FAULT_STATES) {
    const isReached = injected.some(
      (fault) => fault.place === place && kinds.includes(fault.kind) && request.test(fault.request),
    )
    if (isReached) reached.add(state)
  }
}
