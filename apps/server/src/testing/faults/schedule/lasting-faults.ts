import type { Choose } from '../injection/injector.ts'

/** A fault that stays for good, and with which the pipeline still catches up. */
export interface LastingFault {
  name: string
  choose: Choose
}

export const LASTING_FAULTS: readonly LastingFault[] = [
  {
    name: 'the answers to sent transactions never arrive',
    choose: ({ place }) => (place === 'sending' ? 'cut after the node' : null),
  },
  {
    name: 'the first attempt of every request is refused',
    choose: ({ place, attempt }) => (place === 'node' && attempt === 1 ? '503' : null),
  },
  {
    name: 'events come twice',
    choose: ({ request }, kinds) =>
      kinds.includes('double events') && request.includes('Withdrawn') ? 'double events' : null,
  },
  {
    name: 'every answer is late',
    choose: ({ place }) => (place === 'node' ? 'delay' : null),
  },
]
