import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { ARIA_DISABLED_PROPS } from '../../ui/button.tsx'

interface TileProps {
  icon: LucideIcon
  title: string
  text: string
  /** Emphasized by colour, in addition to `tag`. */
  isUrgent?: boolean
  tag?: ReactNode
}

type ActionTileProps = TileProps &
  ({ to: string } | { onClick: () => void; isDisabled: boolean; to?: undefined })

const TILE_CLASS =
  'flex h-full flex-col items-start gap-1 rounded-control border p-4 text-left transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60'
const NORMAL_TILE_CLASS = 'border-line bg-canvas hover:border-brand hover:bg-brand-soft'
const URGENT_TILE_CLASS = 'border-bad-fill bg-bad-soft hover:border-bad'

/** A large button, or a link when it leads to another page. */
export function ActionTile(props: ActionTileProps) {
  const className = `${TILE_CLASS} ${props.isUrgent ? URGENT_TILE_CLASS : NORMAL_TILE_CLASS}`
  if (props.to !== undefined) {
    return (
      <Link to={props.to} className={className}>
        <TileBody {...props} />
      </Link>
    )
  }
  return (
    <button
      type="button"
      onClick={props.onClick}
      {...(props.isDisabled && ARIA_DISABLED_PROPS)}
      className={className}
    >
      <TileBody {...props} />
    </button>
  )
}

function TileBody({ icon: Icon, title, text, isUrgent, tag }: TileProps) {
  return (
    <>
      <span className="mb-2 flex w-full items-center justify-between gap-2">
        <Icon
          className={`size-5 ${isUrgent ? 'text-bad' : 'text-brand'}`}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        {tag}
      </span>
      <span className={`font-semibold ${isUrgent ? 'text-bad' : ''}`}>{title}</span>
      <span className="text-sm text-ink-soft">{text}</span>
    </>
  )
}
