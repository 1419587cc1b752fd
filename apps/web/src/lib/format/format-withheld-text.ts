import type { CaseEntry } from '@app/api/schemas/case.ts'
import { formatWithheld } from '@app/values/withheld.ts'

/** Returns the sentence that stands in the place of a withheld text of a case, as the API writes it elsewhere. */
export const formatWithheldText = ({ at, reason }: NonNullable<CaseEntry['withheld']>): string =>
  formatWithheld({ at: Date.parse(at) / 1000, reason })
