import type { WalletOverview, WalletScore } from '@app/api/schemas/account.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { navigate } from '../../lib/router/location.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { layoutSwarm, type SwarmDot, toAxisX } from './layout-swarm.ts'
import { describeWallet, LevelShape } from './network-numbers.tsx'

/** Of the area for the dots, in pixels. */
const HEIGHT = 200
const PADDING = 14

interface SwarmProps {
  overview: WalletOverview
  /** Shows the wallet that pointer or keyboard is at. */
  renderActive: (wallet: WalletScore | undefined) => ReactNode
}

/** A dot for each wallet at its score. One list for the keyboard: arrows go from score to score, Enter opens. */
export function Swarm({ overview, renderActive }: SwarmProps) {
  const [width, measure] = useWidth<HTMLDivElement>()
  const sorted = useMemo(
    () =>
      overview.wallets.toSorted((a, b) => a.score - b.score || (a.address < b.address ? -1 : 1)),
    [overview.wallets],
  )
  const { active, setActive, onKeyDown, onFocus } = useActiveWallet(sorted)
  const id = useId()
  const area = { width, height: HEIGHT, padding: PADDING }
  const { dots, radius } = usePlacedDots(sorted, width)
  return (
    <>
      <div ref={measure} style={{ height: HEIGHT + AXIS_HEIGHT }}>
        {width > 0 && (
          <div
            role="listbox"
            tabIndex={0}
            aria-label="Wallets by score, from 0 to 100"
            aria-orientation="horizontal"
            aria-activedescendant={active && `${id}${active.address}`}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            className="relative h-full rounded-control"
          >
            <SwarmAxis width={width} height={HEIGHT} toX={(score) => toAxisX(score, area)} />
            {sorted.map((wallet) => (
              <Dot
                key={wallet.address}
                id={`${id}${wallet.address}`}
                wallet={wallet}
                place={dots.get(wallet.address)}
                radius={radius}
                isActive={wallet === active}
                onPoint={setActive}
              />
            ))}
          </div>
        )}
      </div>
      {renderActive(active)}
    </>
  )
}

function usePlacedDots(sorted: readonly WalletScore[], width: number) {
  return useMemo(() => {
    const items = sorted.map(({ address, score }) => ({ id: address, value: score }))
    const { dots, radius } = layoutSwarm(items, { width, height: HEIGHT, padding: PADDING })
    return { dots: new Map(dots.map((dot) => [dot.id, dot])), radius }
  }, [sorted, width])
}

interface DotProps {
  id: string
  wallet: WalletScore
  place: SwarmDot | undefined
  radius: number
  isActive: boolean
  onPoint: (address: string) => void
}

/** Free space around a mark, for the ring of the active one and for the pointer. */
const MARGIN = 4

/** The keys belong to the list around it; a pointer can also open it in a new tab, like any link. */
function Dot({ id, wallet, place, radius, isActive, onPoint }: DotProps) {
  const { people } = useConfig()
  if (place === undefined) return null
  const edge = radius + MARGIN
  return (
    <Link
      id={id}
      to={`/wallet/${wallet.address}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={describeWallet(wallet, people)}
      onPointerEnter={() => onPoint(wallet.address)}
      style={{
        width: 2 * edge,
        height: 2 * edge,
        transform: `translate(${place.x - edge}px, ${HEIGHT / 2 + place.y - edge}px)`,
      }}
      className="absolute top-0 left-0 rounded-full transition-transform duration-700 ease-in-out aria-selected:z-10 aria-selected:bg-surface aria-selected:outline-2 aria-selected:outline-ink"
    >
      <svg viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge}`} aria-hidden="true">
        <LevelShape level={wallet.riskLevel} radius={radius} />
      </svg>
    </Link>
  )
}

/** Height of the numbers below the bands, in pixels. */
const AXIS_HEIGHT = 26

interface SwarmAxisProps {
  width: number
  height: number
  toX: (score: number) => number
}

const BAND_CLASSES: Readonly<Record<RiskLevel, string>> = {
  HIGH_RISK: 'fill-bad-soft',
  SUSPICIOUS: 'fill-poor-soft',
  NORMAL: 'fill-fair-soft',
  TRUSTED: 'fill-good-soft',
}

/** The levels as bands behind the dots, with the score at which each begins. */
function SwarmAxis({ width, height, toX }: SwarmAxisProps) {
  const starts = RISK_LEVELS.map((level) => RISK_LEVEL_DEFINITIONS[level].fromScore)
  return (
    <svg
      width={width}
      height={height + AXIS_HEIGHT}
      className="absolute inset-0 overflow-visible"
      aria-hidden="true"
    >
      {RISK_LEVELS.map((level, index) => {
        const from = toX(starts[index] ?? 0)
        const to = toX(starts[index + 1] ?? 100)
        return (
          <rect
            key={level}
            x={from + 1}
            width={to - from - 2}
            height={height}
            rx="6"
            className={`${BAND_CLASSES[level]} opacity-60`}
          />
        )
      })}
      {[...starts, 100].map((score) => (
        <text
          key={score}
          x={toX(score)}
          y={height + 18}
          textAnchor="middle"
          className="figures fill-ink-soft text-[12px]"
        >
          {score}
        </text>
      ))}
    </svg>
  )
}

/** The wallet that pointer or keyboard is at, and the handlers of the list of wallets, which is in order of score. */
function useActiveWallet(sorted: readonly WalletScore[]) {
  const [activeAddress, setActive] = useState<string | null>(null)
  const index = sorted.findIndex(({ address }) => address === activeAddress)
  const open = (address: string) => navigate(`/wallet/${address}`)
  const moveTo = (to: number) => {
    const next = sorted[Math.max(0, Math.min(sorted.length - 1, to))]
    if (next !== undefined) setActive(next.address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = findTarget(event.key, index, sorted.length)
    if (target !== null) moveTo(target)
    else if (event.key === 'Enter' && activeAddress !== null) open(activeAddress)
    else return
    event.preventDefault()
  }
  const onFocus = () => index === -1 && moveTo(0)
  return { active: sorted[index], setActive, onKeyDown, onFocus }
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

/** Returns the width of an element in whole pixels, 0 before it is known, and the ref that measures it. */
function useWidth<E extends Element>(): [number, (element: E | null) => void] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: E | null) => {
    if (element === null) return
    setWidth(Math.round(element.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, ref]
}
