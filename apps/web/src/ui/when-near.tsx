import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'

interface WhenNearProps {
  /** Keeps the space until the children are drawn, also on the server. */
  placeholder: ReactNode
  /** Id of the place, to which links move the focus. */
  id?: string
  children: ReactNode
}

/**
 * Draws its children when their place comes near the screen, or when the browser has had nothing else to do for a while,
 * so that the whole page can be searched and printed. Their code may load then. `data-drawn` tells whether they are drawn.
 */
export function WhenNear({ placeholder, id, children }: WhenNearProps) {
  const [isNear, setNear] = useState(false)
  const watch = useCallback((place: HTMLDivElement | null) => {
    if (place === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: NEAR,
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (isNear ? undefined : runWhenIdle(() => setNear(true))), [isNear])
  return (
    <div
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      ref={isNear ? undefined : watch}
      data-drawn={isNear}
      className="scroll-mt-20 outline-none"
    >
      {isNear ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder}
    </div>
  )
}

/** How far from the screen. */
const NEAR = '300px 0px'

/** Nothing waits longer than this after the page can be used. */
const LONGEST_WAIT_MS = 4_000

const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Runs tasks one by one, each when the browser has nothing more urgent to do, and the first not before it has been so for
 * a while. Returns the function that withdraws the task.
 */
function runWhenIdle(task: () => void): () => void {
  waiting.add(task)
  if (!isScheduled) {
    isScheduled = true
    setTimeout(runNext, LONGEST_WAIT_MS)
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
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS })
  else setTimeout(run, 50)
}
