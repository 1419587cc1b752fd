import { memo, type ReactNode, useCallback, useState } from 'react'
import { formatCount } from '../lib/format/format.ts'
import { Button } from './button.tsx'

interface LongListProps<T> {
  items: readonly T[]
  /** How many are shown in any case, such as all up to one that was asked for. */
  atLeast?: number
  /** Renders an item as a list item with a key. */
  children: (item: T) => ReactNode
}

/** Items that are shown at first, and added each time the end comes near. */
const STEP = 50

/** The items of a list with thousands: the first ones, and more as the reader comes to them. */
export function LongList<T>({ items, atLeast = 0, children }: LongListProps<T>) {
  const [limit, setLimit] = useState(STEP)
  // An end that has gone may still call: it never takes anything away.
  const show = (count: number) => setLimit((current) => Math.max(current, count))
  const shown = Math.min(Math.max(limit, atLeast), items.length)
  const starts = Array.from({ length: Math.ceil(shown / STEP) }, (_, part) => part * STEP)
  return (
    <>
      {starts.map((from) => (
        <ListPart key={from} items={items} from={from} to={Math.min(from + STEP, shown)}>
          {children}
        </ListPart>
      ))}
      {shown < items.length && (
        <ListEnd
          key={shown}
          text={`${formatCount(shown)} of ${formatCount(items.length)} shown`}
          onNear={() => show(shown + STEP)}
          onShowAll={() => show(items.length)}
        />
      )}
    </>
  )
}

interface ListPartProps<T> extends Pick<LongListProps<T>, 'items' | 'children'> {
  /** Index of its first item, and of the one after its last. */
  from: number
  to: number
}

/** The items of one step, which are not rendered again when more are added. */
const ListPart = memo(<T,>({ items, from, to, children }: ListPartProps<T>) =>
  items.slice(from, to).map(children),
) as <T>(props: ListPartProps<T>) => ReactNode

interface ListEndProps {
  text: string
  onNear: () => void
  onShowAll: () => void
}

/** The end of what is shown. Everything can be asked for at once, to search in the page. */
function ListEnd({ text, onNear, onShowAll }: ListEndProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end has another key
  const watch = useCallback((mark: HTMLElement) => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear())
    observer.observe(mark)
    return () => observer.disconnect()
  }, [])
  return (
    <li className="figures relative flex flex-wrap items-center gap-3 py-2 text-sm text-ink-soft">
      <span ref={watch} aria-hidden="true" className="absolute bottom-0 h-[100rem] w-px" />
      {text}
      <Button variant="quiet" size="small" onClick={onShowAll}>
        Show all
      </Button>
    </li>
  )
}
