import { createContext, use } from 'react'
import type { PathParams } from './match-path.ts'

export const ParamsContext = createContext<PathParams>({})

/** Returns the parameters of the path of the current page. */
export const useParams = (): PathParams => use(ParamsContext)
