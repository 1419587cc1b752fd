/** Ponzi contracts never send in the research sets, because their internal calls are missing there. */
export const ARTEFACT_LABELS: ReadonlySet<string> = new Set(['ponzi'])
