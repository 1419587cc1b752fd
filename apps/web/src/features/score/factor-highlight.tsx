import type { Factor } from '@app/values/factor.ts'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'

interface FactorHighlightState {
  active: Factor | null
  setActive: (factor: Factor | null) => void
}

const FactorHighlightContext = createContext<FactorHighlightState>({
  active: null,
  setActive: () => {},
})

/** Lights up everything about one factor, wherever it is drawn, while one of its parts has the pointer or the focus. */
export function FactorHighlight({ children }: { children: ReactNode }) {
  const [active, setActive] = useState<Factor | null>(null)
  const state = useMemo(() => ({ active, setActive }), [active])
  return <FactorHighlightContext value={state}>{children}</FactorHighlightContext>
}

/** Returns the factor that is lit up, and the handlers of a part of `factor`. */
export function useFactorHighlight(factor: Factor) {
  const { active, setActive } = use(FactorHighlightContext)
  const light = () => setActive(factor)
  const end = () => setActive(null)
  return {
    isActive: active === factor,
    isOtherActive: active !== null && active !== factor,
    handlers: { onMouseEnter: light, onMouseLeave: end, onFocus: light, onBlur: end },
  }
}
