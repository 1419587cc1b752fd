import type { WalletOverview, WalletScore } from '@app/api/schemas/account.ts'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { navigate } from '../../lib/router/location.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { LEVEL_RANGES } from '../../lib/tone.ts'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { describeWallet, LevelShape } from './network-numbers.tsx'

interface SwarmProps {
  overview: WalletOverview
  /** Shows the chosen wallet. */
  renderActive: (wallet: WalletScore | undefined) => ReactNode
}

/**
 * A mark for each wallet, stacked over its score. The whole picture takes pointer, touch and keys, since marks are too
 * small and too many: it chooses the nearest mark, or by arrows the next one, and opens the one that was chosen before.
 */
export function Swarm({ overview, renderActive }: SwarmProps) {
  const { people } = useConfig()
  const placed = useMemo(() => stackByScore(overview.wallets), [overview.wallets])
  const { active, ...handlers } = useActiveWallet(placed)
  const id = useId()
  return (
    <>
      <div
        role="listbox"
        tabIndex={0}
        aria-label="Wallets by score, from 0 to 100"
        aria-orientation="horizontal"
        aria-activedescendant={active && `${id}${active.address}`}
        {...handlers}
        className="relative mb-6.5 h-72 cursor-pointer touch-manipulation rounded-control sm:h-50"
      >
        <LevelBands />
        {placed.map((wallet) => (
          <div
            key={wallet.address}
            id={`${id}${wallet.address}`}
            role="option"
            tabIndex={-1}
            aria-selected={wallet === active}
            aria-label={describeWallet(wallet, people)}
            style={{ left: `${wallet.x}%`, bottom: `${wallet.y}%` }}
            className="absolute size-3.5 -translate-x-1/2 rounded-full transition-[left,bottom] duration-700 ease-in-out aria-selected:z-10 aria-selected:bg-surface aria-selected:outline-2 aria-selected:outline-ink sm:size-4"
          >
            <svg viewBox="-10 -10 20 20" aria-hidden="true">
              <LevelShape level={wallet.riskLevel} radius={8} />
            </svg>
          </div>
        ))}
      </div>
      {renderActive(active)}
    </>
  )
}

/** Columns of marks, in points of the score, and rows, in percent of the height. */
const COLUMN_POINTS = 2
const ROW_PERCENT = 8
const ROWS = 12

interface PlacedWallet extends WalletScore {
  /** From the left and from below, in percent. */
  x: number
  y: number
}

/** Stacks wallets in columns of about the same score, in order of score; a column that is full begins again below, beside itself. */
export function stackByScore(wallets: readonly WalletScore[]): PlacedWallet[] {
  const counts = new Map<number, number>()
  return wallets
    .toSorted((a, b) => a.score - b.score || (a.address < b.address ? -1 : 1))
    .map((wallet) => {
      const x = Math.round(wallet.score / COLUMN_POINTS) * COLUMN_POINTS
      const count = counts.get(x) ?? 0
      counts.set(x, count + 1)
      const besides = Math.floor(count / ROWS) * (COLUMN_POINTS / 3)
      return { ...wallet, x: x + besides, y: (count % ROWS) * ROW_PERCENT }
    })
}

/** The levels as bands behind the marks, with the scores between them. */
const LevelBands = () => (
  <div aria-hidden="true">
    {LEVEL_RANGES.map(({ level, from, to, tone }) => (
      <span
        key={level}
        className={`absolute inset-y-0 rounded-md border-x border-surface opacity-60 ${SOFT_TONE_CLASSES[tone]}`}
        style={{ left: `${from}%`, width: `${to - from}%` }}
      />
    ))}
    {[0, ...LEVEL_RANGES.map(({ to }) => to)].map((score) => (
      <span
        key={score}
        className="figures absolute top-full -translate-x-1/2 pt-1 text-caption text-ink-soft"
        style={{ left: `${score}%` }}
      >
        {score}
      </span>
    ))}
  </div>
)

/** The chosen wallet, and the handlers of the list of wallets, which is in order of score. */
function useActiveWallet(sorted: readonly PlacedWallet[]) {
  const [activeAddress, setActive] = useState<string | null>(null)
  // A press can follow a movement before the movement is rendered.
  const chosen = useRef<string | null>(null)
  const wasChosen = useRef(false)
  const index = sorted.findIndex(({ address }) => address === activeAddress)
  const active = sorted[index]
  const open = (address: string) => navigate(`/wallet/${address}`)
  const moveTo = (to: number) => {
    const next = sorted[Math.max(0, Math.min(sorted.length - 1, to))]
    if (next !== undefined) setActive(next.address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = findTarget(event.key, index, sorted.length)
    if (target !== null) moveTo(target)
    else if (event.key === 'Enter' && active !== undefined) open(active.address)
    else return
    event.preventDefault()
  }
  const onFocus = () => index === -1 && moveTo(0)
  /** Returns whether the nearest mark was chosen before. */
  const choose = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, bottom, width, height } = currentTarget.getBoundingClientRect()
    const nearest = findNearest(sorted, ({ x, y }) =>
      Math.hypot(
        left + (x / 100) * width - clientX,
        bottom - (y / 100) * height - MARK_RADIUS - clientY,
      ),
    )
    if (nearest === undefined) return false
    const isSame = nearest.address === chosen.current
    chosen.current = nearest.address
    setActive(nearest.address)
    return isSame
  }
  return {
    ...{ active, onKeyDown, onFocus },
    onPointerMove: (event: PointerEvent<HTMLElement>) => void choose(event),
    // A touch chooses first what a pointer has chosen before it presses.
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasChosen.current = choose(event)
    },
    onClick: () => wasChosen.current && chosen.current && open(chosen.current),
  }
}

/** In pixels. What is farther away from every mark than a finger is wide chooses none. */
const MARK_RADIUS = 8
const REACH = 44

function findNearest<T>(items: readonly T[], getDistance: (item: T) => number): T | undefined {
  const distances = items.map(getDistance)
  const least = Math.min(...distances)
  return least <= REACH ? items[distances.indexOf(least)] : undefined
}

const PAGE = 10

/** Returns the place in the list that a key leads to; null for a key that moves nothing. */
function findTarget(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return index + 1
    case 'ArrowLeft':
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + PAGE
    case 'PageUp':
      return index - PAGE
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
