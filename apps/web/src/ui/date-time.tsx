import { formatDateTime } from '../lib/format/format.ts'

/** A date and time in the one style of all, which keeps its order beside texts of any direction. `time` is ISO 8601. */
export const DateTime = ({ time }: { time: string }) => (
  <bdi>
    <time dateTime={time}>{formatDateTime(time)}</time>
  </bdi>
)
