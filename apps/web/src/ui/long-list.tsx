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
const STEP = 25

/**
 * The items of a list with thousands: the first ones, and more as the reader comes to them. All can be asked for at
 * once, to search in the page, by a button at the start: at the end it would move away from whoever comes to it.
 */
export function LongList<T>({ items, atLeast = 0, children }: LongListProps<T>) {
  const [limit, setLimit] = useState(STEP)
  // An end that has gone may still call: it never takes anything away.
  const show = (count: number) => setLimit((current) => Math.max(current, count))
  const shown = Math.min(Math.max(limit, atLeast), items.length)
  const starts = Array.from({ length: Math.ceil(shown / STEP) }, (_, part) => part * STEP)
  return (
    <>
      {shown < items.length && (
        <li className="figures flex flex-wrap items-center gap-3 py-2 text-small text-ink-soft">
          {`${formatCount(shown)} of ${formatCount(items.length)} shown`}
          <Button variant="quiet" size="small" onClick={() => show(items.length)}>
            Show all
          </Button>
        </li>
      )}
      {starts.map((from) => (
        <ListPart key={from} items={items} from={from} to={Math.min(from + STEP, shown)}>
          {children}
        </ListPart>
      ))}
      {shown < items.length && <ListEnd key={shown} onNear={() => show(shown + STEP)} />}
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

/** The end of what is shown, 1,600 pixels early. */
function ListEnd({ onNear }: { onNear: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end has another key
  const watch = useCallback((mark: HTMLElement) => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear())
    observer.observe(mark)
    return () => observer.disconnect()
  }, [])
  return (
    <li aria-hidden="true" className="relative">
      <span ref={watch} className="absolute bottom-0 h-[100rem] w-px" />
    </li>
  )
}
