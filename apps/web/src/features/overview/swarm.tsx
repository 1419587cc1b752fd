import type { WalletOverview, WalletScore } from '@app/api/schemas/wallets.ts'
import { type ReactNode, useId, useMemo } from 'react'
import { useConfig } from '../../lib/config/config-context.ts'
import { Link } from '../../lib/router/link.tsx'
import { describeWallet } from './describe-wallet.ts'
import { layoutSwarm, type SwarmDot, toAxisX } from './layout-swarm.ts'
import { LevelShape } from './level-shapes.tsx'
import { AXIS_HEIGHT, SwarmAxis } from './swarm-axis.tsx'
import { useActiveWallet } from './use-active-wallet.ts'
import { useWidth } from './use-width.ts'

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
