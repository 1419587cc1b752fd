/** Darkens the page behind a dialog. */
export const DIALOG_OVERLAY_CLASS = 'appear fixed inset-0 z-50 bg-shade'

/** The dialog itself: in the middle of the screen, scrollable when it is taller than the screen. */
export const DIALOG_PANEL_CLASS =
  'rise fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-dialog'
