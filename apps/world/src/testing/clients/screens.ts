import { FULL_SCREENS } from './screens/full-screens.ts'
import { OPEN_DIALOGS } from './screens/open-dialogs.ts'
import { OTHER_STATES } from './screens/other-states.ts'
import type { Screen } from './screens/screen.ts'

/** Every screen in every state, for looks at all of them. */
export const SCREENS: readonly Screen[] = [...FULL_SCREENS, ...OPEN_DIALOGS, ...OTHER_STATES]
