import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { runWhenIdle } from '../lib/loading/run-when-idle.ts'

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
