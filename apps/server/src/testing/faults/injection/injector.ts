import { createHash } from 'node:crypto'

/**
 * Where a fault strikes: `node` and `sending` (of transactions) between server and node, `database` and `commit`
 * (of what was written) between server and PostgreSQL, `receiver` of webhooks, `clock` of server or PostgreSQL at a statement.
 */
type Place = 'node' | 'sending' | 'database' | 'commit' | 'receiver' | 'clock'

/** One fault of a schedule. Neither time nor order is part of it, so it strikes again in a replay. */
export interface Fault {
  place: Place
  /** Canonical key of the request: method, path and body, or the statements of a transaction. */
  request: string
  /** How often this key was seen, from 1. */
  attempt: number
  kind: string
}

/** Decides the fate of every request, and notes what it injected. */
export interface Injector {
  /** Returns one of `kinds`, or `null`: the request passes. */
  decide(place: Place, request: string, kinds: readonly string[]): string | null
  injected: readonly Fault[]
  /** Resolves at the next fault of this kind. */
  waitFor(kind: string): Promise<void>
  /** From now on every request passes, but for a fault that stays for good. */
  stop(stays?: Choose): void
}

export type Choose = (request: Omit<Fault, 'kind'>, kinds: readonly string[]) => string | null

/** Probability of a fault of one request, by place. */
export type Rates = Readonly<Record<Place, number>>

/** Chooses by a hash of seed, request and attempt alone. */
export function createSeededInjector(seed: number, rates: Rates): Injector {
  return createInjector(({ place, request, attempt }, kinds) => {
    const digest = createHash('sha256').update(`${seed} ${place} ${request} ${attempt}`).digest()
    const isStruck = digest.readUInt32BE(0) / 2 ** 32 < rates[place]
    return isStruck ? (kinds[digest.readUInt32BE(4) % kinds.length] ?? null) : null
  })
}

/** Injects exactly these faults, as far as their requests are made. */
export function createReplayInjector(faults: readonly Fault[]): Injector {
  const kindByRequest = new Map(faults.map((fault) => [toKey(fault), fault.kind]))
  return createInjector((request) => kindByRequest.get(toKey(request)) ?? null)
}

/** Injects what `chooseFault` chooses, which must depend on its arguments alone. */
export function createInjector(chooseFault: Choose): Injector {
  const attempts = new Map<string, number>()
  const injected: Fault[] = []
  const waiting: { kind: string; resolve: () => void }[] = []
  let choose = chooseFault
  return {
    injected,
    decide: (place, request, kinds) => {
      const counter = `${place} ${request}`
      const attempt = (attempts.get(counter) ?? 0) + 1
      attempts.set(counter, attempt)
      const kind = choose({ place, request, attempt }, kinds)
      if (kind !== null && choose === chooseFault) injected.push({ place, request, attempt, kind })
      for (const wait of waiting) if (wait.kind === kind) wait.resolve()
      return kind
    },
    waitFor: (kind) => new Promise((resolve) => waiting.push({ kind, resolve })),
    stop: (stays = () => null) => {
      choose = stays
    },
  }
}

const toKey = ({ place, request, attempt }: Omit<Fault, 'kind'>): string =>
  `${place} ${attempt} ${request}`

/**
 * Creates an injector with which every statement, or every one that matches, ends the process before it at first, and
 * after it the second time.
 */
export const createKillingInjector = (statements = /^/): Injector =>
  createInjector(({ request, attempt }, kinds) => {
    if (attempt > 2 || !statements.test(request)) return null
    const moment = attempt === 1 ? 'before' : 'after'
    return kinds.find((kind) => kind === `crash ${moment}`) ?? `cut ${moment}`
  })
