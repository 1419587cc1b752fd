import { DAY, WEEK } from '../governance.ts'
import type { Move, World } from '../search.ts'
import { encode } from '../search.ts'
import type { Rules } from '../sentences.ts'

const USABLE_AFTER = 3 * DAY
const USABLE_UNTIL = 10 * DAY

type Kind = 'tokens' | 'nft' | 'leave' | 'heir'
interface Request {
  kind: Kind
  amount: number
  heir: string
  at: number
  /** The least of it that was there ever since. */
  least: number
}

interface VaultState {
  now: number
  balance: number
  hasNft: boolean
  /** When the allowance of one token a day was last spent. */
  spentAt: number
  requests: readonly Request[]
  heir: string
  before: string
  heirSince: number
  key: number
  keys: number
  frozenUntil: number
  deposits: number
  isRecovered: boolean
}

export type Focus = 'tokens' | 'nft' | 'keys' | 'heir'
const NEVER = -1000

function isVoid(rules: Rules, s: VaultState, { at }: Request): boolean {
  const isOld = rules.requestEnds && s.now >= at + USABLE_UNTIL
  return isOld || (rules.freezeVoidsRequests && at <= s.frozenUntil)
}
const getStandingRequests = (rules: Rules, s: VaultState) =>
  s.requests.filter((request) => !isVoid(rules, s, request))
const isUsable = (rules: Rules, s: VaultState, request: Request) =>
  !isVoid(rules, s, request) && (!rules.requestWaits || s.now >= request.at + USABLE_AFTER)
const isRequested = (rules: Rules, s: VaultState, kind: Kind) =>
  getStandingRequests(rules, s).some((request) => request.kind === kind)
const getSetAside = (rules: Rules, s: VaultState) =>
  getStandingRequests(rules, s).reduce((sum, { amount }) => sum + amount, 0)

/** Contents leave; what each request still finds of what was there is noted. */
function remove(
  rules: Rules,
  s: VaultState,
  { tokens, nft = false }: { tokens: number; nft?: boolean },
): VaultState {
  const [balance, hasNft] = [s.balance - tokens, s.hasNft && !nft]
  let rest = balance
  const requests = s.requests.map((request) => {
    if (request.kind === 'nft') return hasNft ? request : { ...request, least: 0 }
    if (request.kind === 'heir' || isVoid(rules, s, request)) return request
    const least = Math.min(request.least, Math.max(0, rest))
    rest -= request.amount
    return { ...request, least }
  })
  return { ...s, balance, hasNft, requests }
}

/** The owner, a thief with a hidden key, a stranger who deposits, the DAO and a recovery. */
export function vaultWorld(rules: Rules, focus: Focus): World<VaultState> {
  const hasNft = focus === 'nft'
  return {
    name: `vault, ${focus}`,
    start: {
      now: 0,
      balance: 2,
      hasNft,
      spentAt: NEVER,
      requests: [],
      heir: 'heir',
      before: '',
      heirSince: -WEEK,
      key: 1,
      keys: 1,
      frozenUntil: NEVER,
      deposits: 0,
      isRecovered: false,
    },
    getHour: ({ now }) => now,
    key: toKey,
    moves: (s) => (s.isRecovered ? listMovesAfter(rules, s) : listMoves(rules, s, focus)),
    tick: (s) => {
      const now = s.now + DAY
      const isUseful = ({ at }: Request) => !rules.requestEnds || now < at + USABLE_UNTIL
      return { ...s, now, requests: s.requests.filter(isUseful) }
    },
    check: () => [],
    end: 14 * DAY,
  }
}

const HEIRS = ['heir', 'thief', 'nobody', '']
function toKey(s: VaultState): string {
  const age = (at: number) => Math.min(s.now - at, 20 * DAY)
  const requests = s.requests.map(({ kind, amount, heir, at, least }) => [
    kind.length,
    amount,
    HEIRS.indexOf(heir),
    age(at),
    least,
  ])
  // Requests are alike in any order of their equal hours.
  requests.sort((a, b) => (a.join() < b.join() ? -1 : 1))
  return encode([
    s.balance,
    s.hasNft ? 1 : 0,
    Math.min(age(s.spentAt), DAY),
    HEIRS.indexOf(s.heir),
    HEIRS.indexOf(s.before),
    Math.min(age(s.heirSince), WEEK),
    s.key,
    s.keys,
    Math.max(s.frozenUntil - s.now, -20 * DAY),
    s.deposits,
    s.isRecovered ? 1 : 0,
    ...requests.flat(),
  ])
}

function listMoves(rules: Rules, s: VaultState, focus: Focus): Move<VaultState>[] {
  const isFrozen = s.now < s.frozenUntil
  const moves = isFrozen ? [] : listOwnerMoves(rules, s, focus)
  if (s.frozenUntil === NEVER && focus !== 'keys')
    moves.push({ label: 'a freeze', next: { ...s, frozenUntil: s.now + WEEK } })
  if (focus === 'heir' && isFrozen && s.now >= s.frozenUntil - WEEK + USABLE_AFTER)
    moves.push(recover(rules, s))
  return moves
}

function listOwnerMoves(rules: Rules, s: VaultState, focus: Focus): Move<VaultState>[] {
  const moves: Move<VaultState>[] = s.requests.flatMap((request, i) => {
    const move = isUsable(rules, s, request) ? useRequest(rules, s, [request, i]) : undefined
    return move ?? []
  })
  if (focus === 'tokens' || focus === 'keys') moves.push(...listTokenMoves(rules, s))
  if (focus === 'keys') moves.push(...listKeyMoves(rules, s))
  if (s.requests.length < 3) moves.push(...listRequests(rules, s, focus))
  const next = { ...s, hasNft: true, deposits: s.deposits + 1 }
  if (focus === 'nft' && !s.hasNft && s.deposits < 2)
    moves.push({ label: 'the NFT is deposited again', next })
  return moves
}

function listTokenMoves(rules: Rules, s: VaultState): Move<VaultState>[] {
  const moves: Move<VaultState>[] = []
  const leaving = s.requests.find(({ kind }) => kind === 'leave')
  const isLeaving = leaving !== undefined && isUsable(rules, s, leaving)
  const free = s.balance - (rules.requestSetsAside ? getSetAside(rules, s) : 0)
  if (s.balance >= 1 && free >= 1 && s.now - s.spentAt >= DAY && !isLeaving)
    moves.push({
      label: 'takes 1 of the allowance',
      next: { ...remove(rules, s, { tokens: 1 }), spentAt: s.now },
    })
  const isClosed = rules.leavingIsClosed && isRequested(rules, s, 'leave')
  if (s.deposits < 2 && !isClosed)
    moves.push({
      label: 'deposits 1',
      next: { ...s, balance: s.balance + 1, deposits: s.deposits + 1 },
    })
  if (leaving && isLeaving && s.balance > 0)
    moves.push({
      label: 'leaves with everything',
      next: remove(rules, s, { tokens: s.balance }),
      violated: judge(s, leaving, s.balance),
    })
  return moves
}

function judge(s: VaultState, request: Request, amount: number): string[] {
  const violated: string[] = []
  if (amount > request.least) violated.push('laterDepositsStay')
  const wasFrozen = request.at <= s.frozenUntil
  if (s.now < request.at + USABLE_AFTER || wasFrozen) violated.push('nothingLeavesEarly')
  if (s.now >= request.at + USABLE_UNTIL) violated.push('requestsEnd')
  return violated
}

function listKeyMoves(rules: Rules, s: VaultState): Move<VaultState>[] {
  if (s.keys < 3)
    return [{ label: `binds key ${s.keys + 1}`, next: { ...s, key: s.keys + 1, keys: s.keys + 1 } }]
  return rules.oneKey ? [] : [{ label: 'key 2 takes 1', next: s, violated: ['lastKeyActs'] }]
}

function listRequests(rules: Rules, s: VaultState, focus: Focus): Move<VaultState>[] {
  return listWishes(rules, s, focus).map(({ label, ...wish }) => ({
    label: `requests ${label}`,
    next: { ...s, requests: [...s.requests, { amount: 0, heir: '', at: s.now, ...wish }] },
  }))
}

interface Wish extends Partial<Request> {
  label: string
  kind: Kind
  least: number
}

function listWishes(rules: Rules, s: VaultState, focus: Focus): Wish[] {
  const isNew = (kind: Kind) => !rules.namedOnce || !isRequested(rules, s, kind)
  switch (focus) {
    case 'tokens':
      return listTokenWishes(rules, s, isNew('leave'))
    case 'nft':
      return s.hasNft && isNew('nft') ? [{ label: 'the NFT', kind: 'nft', least: 1 }] : []
    case 'heir':
      return ['thief', 'nobody', 'heir']
        .filter((heir) => isNew('heir') && mayBeHeir(rules, s, heir))
        .map((heir) => ({ label: `the recovery address ${heir}`, kind: 'heir', heir, least: 1 }))
    case 'keys':
      return []
  }
}

const mayBeHeir = (rules: Rules, s: VaultState, heir: string) =>
  !rules.heirExists || (heir !== s.heir && heir !== 'nobody')

function listTokenWishes(rules: Rules, s: VaultState, mayLeave: boolean): Wish[] {
  const free = s.balance - getSetAside(rules, s)
  const isBeside = (kind: Kind) => rules.leavingIsAlone && isRequested(rules, s, kind)
  const amounts = isBeside('leave') ? [] : [1, 2].filter((amount) => amount <= free)
  const wishes = amounts.map(
    (amount): Wish => ({ label: `${amount}`, kind: 'tokens', amount, least: amount }),
  )
  if (mayLeave && !isBeside('tokens'))
    wishes.push({ label: 'to leave', kind: 'leave', least: s.balance })
  return wishes
}

function useRequest(
  rules: Rules,
  s: VaultState,
  [request, index]: readonly [Request, number],
): Move<VaultState> | undefined {
  const rest = { ...s, requests: s.requests.filter((_, i) => i !== index) }
  switch (request.kind) {
    case 'tokens':
      if (s.balance < request.amount) return undefined
      return {
        label: `claims ${request.amount}`,
        next: remove(rules, rest, { tokens: request.amount }),
        violated: judge(s, request, request.amount),
      }
    case 'nft':
      if (!s.hasNft) return undefined
      return {
        label: 'claims the NFT',
        next: remove(rules, rest, { tokens: 0, nft: true }),
        violated: judge(s, request, 1),
      }
    case 'heir': {
      if (rules.heirExists && request.heir === s.heir) return undefined
      const isYoung = s.heir === request.heir || s.heirSince > s.now - USABLE_AFTER
      return {
        label: `the recovery address is ${request.heir}`,
        next: { ...rest, before: s.heir, heir: request.heir, heirSince: s.now },
        violated: [...judge(s, request, 1), ...(isYoung ? ['heirIsOld'] : [])],
      }
    }
    case 'leave':
      return undefined
  }
}

function recover(rules: Rules, s: VaultState): Move<VaultState> {
  const violated: string[] = []
  if (s.heir === 'nobody' || !rules.heirSigns) violated.push('contentsAreReached')
  if (!rules.noHeirAfterRecovery) violated.push('newOwnerIsFree')
  return { label: `recovery to ${s.heir}`, next: { ...s, isRecovered: true }, violated }
}

function listMovesAfter(rules: Rules, s: VaultState): Move<VaultState>[] {
  const moves: Move<VaultState>[] = []
  const violate = (label: string) => moves.push({ label, next: s, violated: ['newOwnerIsFree'] })
  if (s.now < s.frozenUntil && !rules.onlyNewOwnerIsStopped)
    violate('a freeze of the former owner stops the new one')
  if (!rules.formerOwnerIsOut) violate('the key of the former owner takes 1')
  return moves
}
