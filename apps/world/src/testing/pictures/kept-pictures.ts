import { join } from 'node:path'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import type { Screen } from '../clients/screens/screen.ts'
import { SCREENS } from '../clients/screens.ts'
import type { Look } from './take-pictures.ts'

/** Folder of the kept pictures, which documents show too. */
export const PICTURES_DIR = join(ROOT, 'docs/pictures')

/** A picture of which a copy is kept. */
interface KeptPicture {
  /** Name of its file, without `.png`. */
  name: string
  screen: Screen
  look: Look
}

/** What is special about these is further down than the window. */
const ONLY_FULL: readonly string[] = [
  ...['wallet-everything-open', 'governance-everything-open', 'case'],
  ...['home-failed', 'dashboard-no-alerts'],
]

/** What is seen in other looks than `light`. */
const OTHER_LOOKS: Readonly<Record<Exclude<Look, 'light'>, readonly string[]>> = {
  full: ['home', ...ONLY_FULL],
  dark: ['home', 'dashboard', 'wallet-mallory', 'wallet-counterparties', 'governance-member'],
  phone: ['home', 'dashboard', 'wallet-mallory', 'governance'],
}

/** Screens that contain what differs from run to run: the QR code has the port of the pages. */
const NOT_KEPT: readonly string[] = ['dialog-share']

/** Every picture that is kept: each screen once, some of them in several looks. */
export const KEPT_PICTURES: readonly KeptPicture[] = SCREENS.flatMap((screen) =>
  listLooks(screen.name).map((look) => ({ name: `${screen.name}-${look}`, screen, look })),
)

function listLooks(name: string): Look[] {
  if (NOT_KEPT.includes(name)) return []
  const looks = (['full', 'dark', 'phone'] as const).filter((look) =>
    OTHER_LOOKS[look].includes(name),
  )
  return ONLY_FULL.includes(name) ? looks : ['light', ...looks]
}
