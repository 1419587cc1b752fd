import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { lazyPart } from './lazy-part.tsx'

interface WhenNearProps {
  /** Keeps the space until the children are drawn, also on the server. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Draws its children when their place comes near the screen, or when the browser has nothing else to do after the first
 * seconds, so that the whole page can be searched and printed. Their code may load then. `data-drawn` tells whether they are drawn.
 */
function WhenNear({ placeholder, children }: WhenNearProps) {
  const [isNear, setNear] = useState(false)
  const watch = useCallback((place: HTMLDivElement | null) => {
    if (place === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: NEAR,
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (isNear ? undefined : runAfterFirstScreen(() => setNear(true))), [isNear])
  return (
    <div ref={isNear ? undefined : watch} data-drawn={isNear}>
      {isNear ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder}
    </div>
  )
}

/** Returns a component whose code loads once its place, which `getPlaceholder` keeps, comes near the screen. */
export function lazyNear<P extends object>(
  load: () => Promise<ComponentType<P>>,
  getPlaceholder: (props: P) => ReactNode,
) {
  const Content = lazyPart(load)
  return (props: P) => (
    <WhenNear placeholder={getPlaceholder(props)}>
      <Content {...props} />
    </WhenNear>
  )
}

/** How far from the screen. */
const NEAR = '300px 0px'

/** How long the first task waits, and how long each later one at most while the browser stays busy. */
const WAIT_MS = 4_000

const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Runs tasks one by one: the first `WAIT_MS` after it was added, each later one when the browser is idle. Returns the
 * function that withdraws the task.
 */
function runAfterFirstScreen(task: () => void): () => void {
  waiting.add(task)
  if (!isScheduled) {
    isScheduled = true
    setTimeout(runNext, WAIT_MS)
  }
  return () => waiting.delete(task)
}

function runNext(): void {
  const [task] = waiting
  if (task === undefined) {
    isScheduled = false
    return
  }
  waiting.delete(task)
  task()
  scheduleIdle(runNext)
}

/** Safari has no idle callbacks. */
const scheduleIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: WAIT_MS })
  else setTimeout(run, 50)
}
